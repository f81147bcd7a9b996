"""What is entered at the door, and where it leads: the same for the page's script and for the server.

The site is http://localhost/. "game": to the page for a game; "here": to an address of this site; "elsewhere": to an
address of another one; "signs": it may be a join code; "nothing": to nothing.
"""

from __future__ import annotations

HERE = "http://localhost/"
LINKED = "c" + "Ab3_-xYz09" * 6
DIGITS = "q" + "0123456789" * 8

ENTERED: dict[str, tuple[str, str]] = {
    # Games, by whichever site, alone or in a message.
    f"http://localhost/code#{LINKED}": ("game", LINKED),
    f" http://192.168.1.5:8000/code#{DIGITS}\n": ("game", DIGITS),
    f"1. Ann 21\n得点表：https://x.example/pocket/code#{LINKED}。": ("game", LINKED),
    LINKED: ("game", LINKED),
    # What Invite and Scorebook make here.
    f"{HERE}j/k3YbV": ("here", f"{HERE}j/k3YbV"),
    f"  {HERE}j/k3YbV  ": ("here", f"{HERE}j/k3YbV"),
    f"Come and play! {HERE}j/k3YbV. Ann": ("here", f"{HERE}j/k3YbV"),
    f"今夜です。{HERE}j/k3YbVで待ってます": ("here", f"{HERE}j/k3YbV"),
    "HTTP://LocalHost/j/k3YbV": ("here", f"{HERE}j/k3YbV"),
    "Localhost/j/k3YbV": ("here", f"{HERE}j/k3YbV"),
    "ｈｔｔｐ：／／ｌｏｃａｌｈｏｓｔ／ｊ／ｋ３ＹｂＶ": ("here", f"{HERE}j/k3YbV"),
    f"{HERE}carry#takuroku_abc": ("here", f"{HERE}carry#takuroku_abc"),
    f"{HERE}pocket/#to=group%23takuroku_abc": ("here", f"{HERE}pocket/#to=group%23takuroku_abc"),
    # Other sites, also those that look like this one.
    "https://cards.example/j/abc": ("elsewhere", "https://cards.example/j/abc"),
    "(https://cards.example/j/abc)": ("elsewhere", "https://cards.example/j/abc"),
    "http://localhost@evil.example/j/abc": ("elsewhere", "http://evil.example/j/abc"),
    "http://localhost.evil.example/j/abc": ("elsewhere", "http://localhost.evil.example/j/abc"),
    "http://evil.example\\.localhost/j/abc": ("elsewhere", "http://evil.example/.localhost/j/abc"),
    "https://bücher.example/j/abc": ("elsewhere", "https://xn--bcher-kva.example/j/abc"),
    # Six signs.
    "K7M4XQ": ("signs", ""),
    "k7m 4xq": ("signs", ""),
    "ｋ７ｍー４ｘｑ": ("signs", ""),
    "K7M-4XQ\n": ("signs", ""),
    # Nothing that opens.
    "": ("nothing", ""),
    "   ": ("nothing", ""),
    "https://": ("nothing", ""),
    "javascript:alert(1)": ("nothing", ""),
    "data:text/html,<b>hi": ("nothing", ""),
    "WIFI:S:table;T:WPA;P:secret;;": ("nothing", ""),
    "http://[": ("nothing", ""),
    "quite a long sentence that begins with the letter q": ("nothing", ""),
    "あ" * 5000: ("nothing", ""),
}
