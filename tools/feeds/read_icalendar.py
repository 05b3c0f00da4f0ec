"""The events of an iCalendar file as icalendar reads them: one JSON object per line."""
import datetime
import json
import sys

import icalendar


def epoch(value):
    if not isinstance(value, datetime.datetime):
        value = datetime.datetime(value.year, value.month, value.day, tzinfo=datetime.timezone.utc)
    return int(value.timestamp())


def texts(component, name):
    values = component.get(name, [])
    return [str(value) for value in (values if isinstance(values, list) else [values])]


with open(sys.argv[1], "rb") as file:
    calendar = icalendar.Calendar.from_ical(file.read())
for event in calendar.walk("VEVENT"):
    categories = event.get("categories", [])
    categories = categories if isinstance(categories, list) else [categories]
    organizer = event.get("organizer")
    print(json.dumps({
        "names": sorted(name for name, _ in event.property_items() if name not in ("BEGIN", "END")),
        "uid": texts(event, "uid"),
        "summary": texts(event, "summary"),
        "description": texts(event, "description"),
        "location": texts(event, "location"),
        "comment": texts(event, "comment"),
        "contact": texts(event, "contact"),
        "categories": [str(value) for line in categories for value in line.cats],
        "url": texts(event, "url"),
        "conference": texts(event, "conference"),
        "organizer": texts(event, "organizer"),
        "cn": organizer.params.get("CN", "") if organizer is not None else "",
        "status": texts(event, "status"),
        "start": epoch(event["dtstart"].dt),
        "end": epoch(event.get("dtend", event["dtstart"]).dt),
    }))
