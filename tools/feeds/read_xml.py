"""An RSS or Atom feed as feedparser reads it, and its texts as expat reads them: one JSON object."""
import json
import sys
import xml.etree.ElementTree as tree

import feedparser

ATOM = "{http://www.w3.org/2005/Atom}"
CONTENT = "{http://purl.org/rss/1.0/modules/content/}encoded"
EVENT = "{http://purl.org/rss/1.0/modules/event/}"

feed = feedparser.parse(sys.argv[1], sanitize_html=False, resolve_relative_uris=False)
root = tree.parse(sys.argv[1]).getroot()
items = root.findall(f"{ATOM}entry") or root.findall("channel/item")


def text(item, *names):
    found = [item.find(name) for name in names]
    return next((one.text or "" for one in found if one is not None), "")


print(json.dumps({
    "bozo": bool(feed.bozo),
    "error": repr(feed.get("bozo_exception", "")),
    "version": feed.version,
    "read": len(feed.entries),
    "ids": [entry.id for entry in feed.entries],
    "dated": sum(1 for entry in feed.entries if entry.get("published_parsed")),
    "items": [{
        "title": text(item, "title", f"{ATOM}title"),
        "content": text(item, CONTENT, f"{ATOM}content"),
        "summary": text(item, "description", f"{ATOM}summary"),
        "start": text(item, f"{EVENT}startdate"),
        "location": text(item, f"{EVENT}location"),
        "topics": [one.text for one in item.findall("category")] + [one.get("term") for one in item.findall(f"{ATOM}category")],
    } for item in items],
}))
