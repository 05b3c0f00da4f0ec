"""The dates of an iCalendar file between two days as recurring-ical-events expands them: one JSON object per line."""
import datetime
import json
import sys

import icalendar
import recurring_ical_events


def text_of(value):
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M:%S")
    return value.isoformat()


path, first, last = sys.argv[1:4]
with open(path, "rb") as file:
    calendar = icalendar.Calendar.from_ical(file.read())
for event in recurring_ical_events.of(calendar).between(
    datetime.date.fromisoformat(first), datetime.date.fromisoformat(last)
):
    print(json.dumps({
        "start": text_of(event["dtstart"].dt),
        "end": text_of(event["dtend"].dt if "dtend" in event else event["dtstart"].dt),
        "summary": str(event.get("summary", "")),
        "status": str(event.get("status", "")),
    }))
