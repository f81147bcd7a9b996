"""A phone's caches for a service worker that runs in Node, in JavaScript: `caches` keeps answers by their path."""

from __future__ import annotations

ORIGIN = "https://cards.example"
CACHES = f"""
  const ORIGIN = "{ORIGIN}";
  const stored = new Map();
  const pathOf = (key) => new URL(key.url ?? key, ORIGIN).pathname;
  class Kept {{
    entries = new Map();
    async match(key) {{
      const entry = this.entries.get(pathOf(key));
      return entry && new Response(entry.body, {{ headers: entry.headers }});
    }}
    async put(key, response) {{
      this.entries.set(pathOf(key), {{ body: await response.arrayBuffer(), headers: [...response.headers] }});
    }}
    keys = async () => [...this.entries.keys()].map((path) => ({{ url: ORIGIN + path }}));
    delete = async (key) => this.entries.delete(pathOf(key));
  }}
  const caches = {{
    async open(name) {{
      if (!stored.has(name)) stored.set(name, new Kept());
      return stored.get(name);
    }},
    match: async (key, {{ cacheName }}) => stored.get(cacheName)?.match(key),
    keys: async () => [...stored.keys()],
    delete: async (name) => stored.delete(name),
  }};
"""
