"""The events of an iCalendar file as vobject reads them: one JSON object per line."""
import datetime
import json
import sys

import vobject


def epoch(value):
    if not isinstance(value, datetime.datetime):
        value = datetime.datetime(value.year, value.month, value.day, tzinfo=datetime.timezone.utc)
    return int(value.timestamp())


def texts(event, name):
    return [line.value for line in event.contents.get(name, [])]


with open(sys.argv[1], encoding="utf-8", newline="") as file:
    calendar = vobject.readOne(file.read())
for event in calendar.contents.get("vevent", []):
    organizer = event.contents.get("organizer", [None])[0]
    print(json.dumps({
        "names": sorted(name.upper() for name, lines in event.contents.items() for _ in lines),
        "uid": texts(event, "uid"),
        "summary": texts(event, "summary"),
        "description": texts(event, "description"),
        "location": texts(event, "location"),
        "comment": texts(event, "comment"),
        "contact": texts(event, "contact"),
        "categories": [value for line in event.contents.get("categories", []) for value in line.value],
        "url": texts(event, "url"),
        "conference": texts(event, "conference"),
        "organizer": texts(event, "organizer"),
        "cn": organizer.params.get("CN", [""])[0] if organizer else "",
        "status": texts(event, "status"),
        "start": epoch(event.dtstart.value),
        "end": epoch(event.contents.get("dtend", [event.dtstart])[0].value),
    }))
