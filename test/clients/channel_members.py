"""The names that zulip-terminal shows as members of a channel. Arguments: the configuration file, the channel's id."""

import json
import sys
from types import SimpleNamespace

import zulip
from zulipterminal.model import Model

model = Model(SimpleNamespace(client=zulip.Client(config_file=sys.argv[1])))
members = model.get_other_subscribers_in_stream(stream_id=int(sys.argv[2]))
print(json.dumps([model.user_name_from_id(member) for member in members]), flush=True)
