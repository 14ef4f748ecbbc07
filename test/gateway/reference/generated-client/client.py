"""Reads the own user with the client that openapi-python-client makes of the document. Prints its id and name as JSON.

Arguments: the folder of the generated package `loquat_api`, the address of the server, an e-mail address. The API key is
in the environment, in API_KEY.
"""

import base64
import importlib
import json
import os
import pkgutil
import sys

folder, url, email = sys.argv[1:]
sys.path.insert(0, folder)

import loquat_api
from loquat_api.api.users import get_users_me
from loquat_api.models import Error

modules = [name for _, name, _ in pkgutil.walk_packages(loquat_api.__path__, "loquat_api.")]
for name in modules:
    importlib.import_module(name)


def read(api_key):
    token = base64.b64encode(f"{email}:{api_key}".encode()).decode()
    client = loquat_api.AuthenticatedClient(base_url=f"{url}/api/v1", token=token, prefix="Basic")
    return get_users_me.sync(client=client)


me = read(os.environ["API_KEY"])
refused = read("wrong")
assert isinstance(refused, Error)
print(json.dumps({"modules": len(modules), "user_id": me.user_id, "full_name": me.full_name, "refused": refused.code}))
