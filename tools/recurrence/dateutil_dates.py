"""Dates of recurrence rules by dateutil: reads one JSON object per line, writes one JSON list per line."""
import datetime
import json
import sys
import types
from itertools import islice

from dateutil import rrule

# dateutil looks for further dates until the last year of the calendar. This module lets it stop earlier.
shim = types.ModuleType("datetime")
shim.__dict__.update(datetime.__dict__)
rrule.datetime = shim

for line in sys.stdin:
    case = json.loads(line)
    start = datetime.datetime.fromisoformat(case["start"])
    last = datetime.datetime.fromisoformat(case["to"])
    shim.MAXYEAR = last.year
    try:
        dates = rrule.rrulestr(case["rule"], dtstart=start)
        found = [str(date) for date in islice(dates, case["limit"]) if date <= last]
        print(json.dumps(found), flush=True)
    except Exception as error:  # pylint: disable=broad-except
        print(json.dumps({"error": repr(error)}), flush=True)
