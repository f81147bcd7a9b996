"""A scorebook file with one session as the bytes of a game code, and those as text. docs/codes.md says how.

In a link it is base64url, in a QR code decimal digits, which it has room for more of.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from record.errors import RecordError
from record.log import budget
from record.packed.body import NEWER_MEMBERS, from_body, to_body
from record.packed.columns import from_base64, to_base64
from scoring.catalogue import all_games
from scoring.errors import ScoringError
from scoring.families.void_deals import VOID
from scoring.message import Message, say
from scoring.sheets import extras
from scoring.strict_json import DECODER, expect_shallow

NOT_A_CODE = say("This is not a game code.")
DAMAGED = say("This game code is damaged or not complete.")
NEWER = say("This game code was made by a newer Takuroku. Update this one, or ask for the game as a file.")
TOO_LARGE = say("This game is too large for a code.")
NOT_PACKABLE = say("This game can’t be put into a code.")


class BadCodeError(RecordError):
    """A text or bytes that are no game code, or a game that none can hold; `message` says why."""

    def __init__(self, message: Message) -> None:
        self.message = message
        super().__init__(str(message))


VERSION, NEWEST = 1, 2
"""The first byte, see `rules_version`; 2 says the same in the same way."""
NEWER_STEPS = (extras.TIE, VOID)
"""Steps of entries that readers of version 1 do not know."""
CHECK_BYTES = 2
MAX_CODE_BYTES = 64 * 1024
"""Bytes of a code."""
MAX_TEXT_BYTES = 256 * 1024
"""Bytes of its JSON."""
MAX_CODE_DEPTH = 20
"""Lists and objects in one another."""
MAX_VALUES = 100_000
"""Values in the columns: thirty for each action of the longest session."""
RAW = -zlib.MAX_WBITS
"""Deflate without header and checksum."""
SURROGATE = re.compile(r"(?<!\\)(\\\\)*\\u[dD][89a-fA-F]")
"""Half of a sign, which no text can have; a whole one is never written so."""
UNREADABLE = (ArithmeticError, AttributeError, LookupError, ScoringError, TypeError, ValueError, zlib.error)


def pack(file: Mapping[str, Any]) -> bytes:
    """The bytes of a scorebook file with one session; raises BadCodeError for one that they could not give back."""
    ids = bytearray()
    try:
        text = json.dumps(to_body(file, ids), ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode()
        (session,) = file["sessions"]
        parts = [session, *(rules for rules in file["rules"] if rules["game"] == session["game"])]
        version = max(map(rules_version, parts))
    except UNREADABLE as error:
        raise BadCodeError(NOT_PACKABLE) from error
    packing = zlib.compressobj(9, zlib.DEFLATED, RAW, 9, zdict=DICTIONARY)
    body = packing.compress(text) + packing.flush()
    code = _with_checksum(bytes([version, len(ids)]) + ids + body)
    if len(code) > MAX_CODE_BYTES or len(text) > MAX_TEXT_BYTES:
        raise BadCodeError(TOO_LARGE)
    with suppress(BadCodeError):
        if unpack(code) == file:
            return code
    raise BadCodeError(NOT_PACKABLE)


def rules_version(part: Mapping[str, Any]) -> int:
    """The version of the rules that readers of a session of a scorebook file, or of named rules, have to know.

    It is 2 with options that are written only where they are used, a newer step or a newer member. What they are is not
    checked yet, so they can be any JSON.
    """
    actions = part.get("actions", ())
    setups = [part, *(action["facts"].get("setup") for action in actions)]
    written = [setup.get("options") for setup in setups if isinstance(setup, Mapping)]
    fields = next((game.options.fields() for game in all_games().values() if game.slug == part["game"]), ())
    newer = {field.name for field in fields if field.sparse}
    is_newer = (
        any(part.get(member) is not None for member in NEWER_MEMBERS)
        or any(action["facts"].get("step") in NEWER_STEPS for action in actions)
        or any(isinstance(options, Mapping) and newer & options.keys() for options in written)
    )
    return NEWEST if is_newer else VERSION


def unpack(code: bytes) -> dict[str, Any]:
    """The scorebook file in the bytes of a code; raises BadCodeError.

    Only its shape is read here; store.transfer checks what it says. A code of `MAX_CODE_BYTES` takes
    no more than some megabytes to unpack, whatever it says.
    """
    if not code:
        raise BadCodeError(NOT_A_CODE)
    if len(code) > MAX_CODE_BYTES:
        raise BadCodeError(TOO_LARGE)
    if not VERSION <= code[0] <= NEWEST:
        raise BadCodeError(NEWER if code[0] > NEWEST else NOT_A_CODE)
    if len(code) < 2 + CHECK_BYTES or _with_checksum(code[:-CHECK_BYTES]) != code:
        raise BadCodeError(DAMAGED)
    ids_end = 2 + code[1]
    ids = bytearray(code[2:ids_end])
    unpacking = zlib.decompressobj(RAW, zdict=DICTIONARY)
    try:
        body = unpacking.decompress(code[ids_end:-CHECK_BYTES], MAX_TEXT_BYTES + 1)
        if len(body) > MAX_TEXT_BYTES:
            raise BadCodeError(TOO_LARGE)
        text = body.decode()
        if not unpacking.eof or unpacking.unused_data or SURROGATE.search(text):
            raise ValueError(text[:MAX_CODE_DEPTH])
        expect_shallow(text, MAX_CODE_DEPTH)
        value, end = DECODER.raw_decode(text)
        file = from_body(value, ids, budget(MAX_VALUES, lambda: BadCodeError(TOO_LARGE)))
        if end < len(text) or ids:
            raise ValueError(text[end:])
    except UNREADABLE as error:
        raise BadCodeError(DAMAGED) from error
    return file


def _with_checksum(body: bytes) -> bytes:
    """The bytes with the last ones of their CRC-32: a link may be cut or changed on its way."""
    return body + zlib.crc32(body).to_bytes(4)[-CHECK_BYTES:]


LINK, QR = "c", "q"
"""How a text begins that is for a link, and for a QR code."""
DIGITS = (0, 3, 5, 8, 10, 13, 15, 17)
"""Decimal digits by number of bytes: 7 bytes are a number of 17 digits."""
GROUP_BYTES = len(DIGITS) - 1
MAX_TEXT = 4 * MAX_CODE_BYTES
"""Characters that are looked through: a code of `MAX_CODE_BYTES` has fewer, with an address before it."""
IN_ADDRESS = re.compile(rf"#([{LINK}{QR}][A-Za-z0-9_-]+)")
ALONE = re.compile(rf"\A\s*([{LINK}{QR}][A-Za-z0-9_-]+)\s*\Z")


def to_link(code: bytes) -> str:
    """The text of a code for a link.

    >>> to_link(b"123")
    'cMTIz'
    """
    return LINK + to_base64(code)


def to_qr(code: bytes) -> str:
    """The text of a code for a QR code.

    >>> to_qr(bytes(7) + bytes([1, 0]))
    'q0000000000000000000256'
    """
    groups = (code[at : at + GROUP_BYTES] for at in range(0, len(code), GROUP_BYTES))
    return QR + "".join(f"{int.from_bytes(each):0{DIGITS[len(each)]}}" for each in groups)


def read_text(text: str) -> bytes:
    """The bytes of a code in either form, also within an address or a message; raises BadCodeError.

    >>> read_text(" cMTIz "), read_text("Look: https://takuroku.example/code#cMTIz, mine!")
    (b'123', b'123')
    """
    if len(text) > MAX_TEXT:
        raise BadCodeError(TOO_LARGE)
    # A message may have other addresses too, and a code is longer than any heading's name.
    found = max(IN_ADDRESS.findall(text) or ALONE.findall(text), key=len, default="")
    if not found:
        raise BadCodeError(NOT_A_CODE)
    form, signs = found[0], found[1:]
    try:
        code = from_base64(signs) if form == LINK else b"".join(_from_digits(signs))
    except ValueError as error:
        raise BadCodeError(DAMAGED) from error
    if len(code) > MAX_CODE_BYTES:
        raise BadCodeError(TOO_LARGE)
    return code


def _from_digits(signs: str) -> Iterator[bytes]:
    if not (signs.isascii() and signs.isdigit()):
        raise ValueError(signs[-1])
    for at in range(0, len(signs), DIGITS[-1]):
        group = signs[at : at + DIGITS[-1]]
        try:
            yield int(group).to_bytes(DIGITS.index(len(group)))
        except OverflowError as error:
            raise ValueError(group) from error


DICTIONARY = (
    b'"2C","3C","4C","5C","6C","7C","8C","9C","AC","JC","KC","QC","TC","2D","3D","4D","5D","6D","7D","8D","9D","AD",'
    b'"JD","KD","QD","TD","2H","3H","4H","5H","6H","7H","8H","9H","AH","JH","KH","QH","TH","2S","3S","4S","5S","6S",'
    b'"7S","8S","9S","AS","JS","KS","QS","TS""01-1","01-2","01-3","01-4","02-1","02-2","02-3","02-4","03-1","03-2","'
    b'03-3","03-4","04-1","04-2","04-3","04-4","05-1","05-2","05-3","05-4","06-1","06-2","06-3","06-4","07-1","07-2"'
    b',"07-3","07-4","08-1","08-2","08-3","08-4","09-1","09-2","09-3","09-4","10-1","10-2","10-3","10-4","11-1","11-'
    b'2","11-3","11-4","12-1","12-2","12-3","12-4""off","on","allowed","forbidden","until-doubled","others-pay","nob'
    b'ody-pays","all-pay","one","all","no","yes","a-2-3-4-5","a-2-3-4-6","kept","down","up","even","join","flat","po'
    b'ol","third","fourth","satat","trup-kasiet","deals","wins","open","7-0","plain","highest","lowest","in-turn","h'
    b'idden","current","old","standard","rascal","year","half","stacking","payback","rain","winner","loser","alterna'
    b'te","full","capped","none","long","long-reversed","short-valley","short-rising","short-falling","normal","plus'
    b'","minus","bonus","numbers","written""teshi","kuttsuki","nobody","goko","shiko","ame-shiko","sanko","inoshikac'
    b'ho","akatan","aotan","teppo","hanami","tsukimi""7-0","7-0-failed","13-0","13-0-failed","plain""club","cross","'
    b'diamond","heart","leaf","spade",null"boo-ray","kalo","low-shit","none","0","1","2","3","4""chips":50,"ante":1,'
    b'"wins":4,"several":"on","staying_out":"allowed","drawn":"others-pay","kalo_wild":"one","ace_high":"no","best_l'
    b'ow":"a-2-3-4-5"},"chips":50,"ante":1,"wins":4,"several":"off","staying_out":"until-doubled","drawn":"others-pa'
    b'y","kalo_wild":"one","ace_high":"no","best_low":"a-2-3-4-5"},"chips":50,"ante":1,"wins":4,"several":"off","sta'
    b'ying_out":"forbidden","drawn":"others-pay","kalo_wild":"one","ace_high":"no","best_low":"a-2-3-4-5"},["boo-ray'
    b'",{"chips":50,"ante":1,"wins":4,"several":"off","staying_out":"allowed","drawn":"others-pay","kalo_wild":"one"'
    b',"ace_high":"no","best_low":"a-2-3-4-5"},0,[5,"01234"],[["[["entries","games"],["results","booray_tricks"],["r'
    b'esults","low_best"],["results","kalo_best"],["results","booray_best"],["results","low_hands"],["results","kalo'
    b'_hands"],["results","booray_hands"]],[["chips":50,"least":2,"greatest":6,"half_chips":"even","drawn_stakes":"j'
    b'oin","odds":"2.5","games":null,"tiles":6,"stake_before":"third"},"chips":50,"least":2,"greatest":6,"half_chips'
    b'":"kept","drawn_stakes":"join","odds":"2.5","games":null,"tiles":7,"stake_before":"fourth"},["buki",{"chips":5'
    b'0,"least":2,"greatest":6,"half_chips":"kept","drawn_stakes":"join","odds":"2.5","games":null,"tiles":6,"stake_'
    b'before":"third"},0,[4,"0123"],[["[["stakes","stakes"],["stakes","stakes","spectators"],["result","out"],["resu'
    b'lt","out","pips"]],[["variant":"trup-kasiet","end":"deals","length":12,"played_on":"7-0","weight_plain":1,"wei'
    b'ght_seven":1,"weight_thirteen":1,"dealers_exchange":"no"},"variant":"satat","end":"deals","length":12,"played_'
    b'on":"7-0","weight_plain":1,"weight_seven":2,"weight_thirteen":3,"dealers_exchange":"no"},"variant":"satat","en'
    b'd":"wins","length":7,"played_on":"7-0","weight_plain":1,"weight_seven":1,"weight_thirteen":1,"dealers_exchange'
    b'":"no"},["satat",{"variant":"satat","end":"deals","length":12,"played_on":"7-0","weight_plain":1,"weight_seven'
    b'":1,"weight_thirteen":1,"dealers_exchange":"no"},0,[4,"0123"],[["[["result","winners","kind"]],[["target":50},'
    b'["twin-shoot",{"target":100},0,[4,"0123"],[["[["result","bids","first_suit","second_suit","tricks"],["open","o'
    b'pen"]],[["name":null,"best":"highest","target":null,"rounds":10},"name":null,"best":"highest","target":100,"ro'
    b'unds":null},"name":null,"best":"lowest","target":null,"rounds":null},["score-pad",{"name":null,"best":"highest'
    b'","target":null,"rounds":null},0,[5,"01234"],[["[["round","points"],["end"]],[["deals":15,"bidding":"hidden","'
    b'restriction":"off"},"deals":15,"bidding":"in-turn","restriction":"on"},"deals":10,"bidding":"in-turn","restric'
    b'tion":"off"},["wizard",{"deals":15,"bidding":"in-turn","restriction":"off"},0,[5,"01234"],[["[["bids","bids","'
    b'trump"],["tricks","tricks"]],[["edition":"old","scoring":"standard","cannonball":"off","missed_bonus":"no","ex'
    b'pansion":"off"},"edition":"current","scoring":"rascal","cannonball":"on","missed_bonus":"no","expansion":"off"'
    b'},"edition":"current","scoring":"standard","cannonball":"off","missed_bonus":"no","expansion":"on"},["skull-ki'
    b'ng",{"edition":"current","scoring":"standard","cannonball":"off","missed_bonus":"no","expansion":"off"},0,[5,"'
    b'01234"],[["[["bids","bids"],["tricks","tricks"],["tricks","tricks","mermaids","pirates","skull_king","loot","b'
    b'onus"]],[["length":"year","field_lights":"on","koi_koi":"payback","sake":"on","next_oya":"winner","overdraft":'
    b'"full","exclusive_ribbons":"off","exclusive_teppo":"off","boards":"open"},["koi-koi",{"length":"year","field_l'
    b'ights":"on","koi_koi":"stacking","sake":"on","next_oya":"winner","overdraft":"full","exclusive_ribbons":"off",'
    b'"exclusive_teppo":"off","boards":"open"},0,[2,"01"],[["[["deal","lights"],["deal","lights","dealt"],["result",'
    b'"calls","winner","cards"],["result","calls","winner","yaku","tane","tan","kasu"],["result","calls","winner"]],'
    b'[["format":"long-reversed","top_hand":10,"scoring":"numbers","made_points":10,"trick_points":1,"missed_points"'
    b':0,"bidding":"in-turn","restriction":"on"},"format":"short-rising","top_hand":10,"scoring":"numbers","made_poi'
    b'nts":10,"trick_points":1,"missed_points":0,"bidding":"in-turn","restriction":"on"},"format":"short-falling","t'
    b'op_hand":10,"scoring":"numbers","made_points":10,"trick_points":1,"missed_points":0,"bidding":"in-turn","restr'
    b'iction":"on"},"format":"long-reversed","top_hand":10,"scoring":"numbers","made_points":2,"trick_points":1,"mis'
    b'sed_points":1,"bidding":"in-turn","restriction":"on"},"format":"long","top_hand":10,"scoring":"numbers","made_'
    b'points":10,"trick_points":2,"missed_points":2,"bidding":"in-turn","restriction":"on"},"format":"short-rising",'
    b'"top_hand":10,"scoring":"numbers","made_points":20,"trick_points":10,"missed_points":10,"bidding":"in-turn","r'
    b'estriction":"on"},"format":"long","top_hand":7,"scoring":"plus","made_points":10,"trick_points":2,"missed_poin'
    b'ts":2,"bidding":"in-turn","restriction":"on"},"format":"long-reversed","top_hand":10,"scoring":"numbers","made'
    b'_points":10,"trick_points":2,"missed_points":2,"bidding":"in-turn","restriction":"on"},"format":"long","top_ha'
    b'nd":10,"scoring":"minus","made_points":10,"trick_points":2,"missed_points":2,"bidding":"in-turn","restriction"'
    b':"on"},"format":"long","top_hand":10,"scoring":"normal","made_points":10,"trick_points":2,"missed_points":2,"b'
    b'idding":"written","restriction":"off"},"format":"short-valley","top_hand":6,"scoring":"normal","made_points":1'
    b'0,"trick_points":2,"missed_points":2,"bidding":"in-turn","restriction":"on"},["oh-hell",{"format":"long","top_'
    b'hand":10,"scoring":"normal","made_points":10,"trick_points":2,"missed_points":2,"bidding":"in-turn","restricti'
    b'on":"on"},0,[5,"01234"],[["[["bids","bids"],["tricks","tricks"],["bids","bids","trump"],["tricks","tricks"]],['
    b'["Player 1","Player 2","Player 3","Player 4","Player 5","Player 6"],[3,"changes","refitted","keep"],[3,"setup"'
    b',"changes","keep","dropped"],{"players":["","dealer":,"options":{["takeover","seat","name"],["join","name","st'
    b'art","points","after"],["leave","seat","ranked"],["return","seat"],["sit-out","seat"],["plan","hands"],["adjus'
    b'tment","seat","amount","reason"],["note","text"],["end"],{"name":"","backs":1,"chips":[3,"changes","keep"],[0,'
    b'{"0":{"step":"bids","bids":[{"1":{"step":"tricks","tricks":[],"trump":"[1,"count"],[1],[2],0,10,20,30,40,50,60'
    b',100,110,120,130,140,150,160,170,180,190,200,210,220,230,240,250,[10,"010101010101","00000000"]["0000","clubs"'
    b',"diamonds","hearts","spades"],"]],16,[""]],16,[[-4,"Android"]],17"],16,[-4],17"]],16,[-4],17"],16,[[-4,"iPhon'
    b'e"]],179,[2,"01"],[["bids","bids"],["tricks","tricks"]],[[4,"1"],[4,"],[0,"],[5,"0"],[0,1]],16,[[-4,"iPhone"]]'
    b',17,[2,"01"],[["bids","bids"],["tricks","tricks"]],[[5,"'
)
"""The preset dictionary of version 1: what codes often say. It never changes."""
