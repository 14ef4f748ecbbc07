"""Prints each event as JSON that is newer than those before it, until a message says "That was it."."""

import json
import sys

import zulip

client = zulip.Client(config_file=sys.argv[1])
queue = client.register(event_types=["message", "typing", "presence"])
newest = queue["last_event_id"]
print(json.dumps({"type": "registered"}), flush=True)
while True:
    answer = client.get_events(queue_id=queue["queue_id"], last_event_id=newest)
    for event in answer["events"]:
        if event["id"] <= newest:
            continue
        newest = event["id"]
        print(json.dumps(event), flush=True)
        if event["type"] == "message" and event["message"]["content"] == "That was it.":
            sys.exit(0)
