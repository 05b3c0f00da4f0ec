"""The rows of a CSV file as Python's csv reads them: one JSON list per line."""
import csv
import json
import sys

csv.field_size_limit(sys.maxsize)
with open(sys.argv[1], encoding="utf-8", newline="") as file:
    for row in csv.reader(file, strict=True):
        print(json.dumps(row))
