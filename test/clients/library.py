"""What a program does with the library, on one line of JSON. Arguments: the configuration file."""

import json
import sys

import zulip

client = zulip.Client(config_file=sys.argv[1])
sent = client.send_message(
    {"type": "stream", "to": "Verona", "subject": "from Python", "content": "one"}
)
zulip.ZulipStream(
    type="stream", to="Verona", subject="written to", config_file=sys.argv[1]
).write("two")
direct = client.send_message(
    {"type": "private", "to": ["hamlet@demo.test"], "content": "psst"}
)
renamed = client.update_message({"message_id": sent["id"], "subject": "renamed"})
history = client.get_messages(
    {
        "anchor": "newest",
        "num_before": 5,
        "num_after": 0,
        "narrow": [["stream", "Verona"], ["topic", "renamed"]],
        "apply_markdown": False,
    }
)
print(
    json.dumps(
        {
            "sent": sent,
            "direct": direct,
            "renamed": renamed,
            "found": [(one["subject"], one["content"]) for one in history["messages"]],
            "subscribers": client.get_subscribers(stream="Verona")["subscribers"],
            "wrong": client.get_storage(),
        }
    )
)
