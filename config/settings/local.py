"""`make run`: the site on one's own machine, as close to production as it can be without a certificate."""

import os

from config.addresses import allowed_hosts
from config.secret import local_secret
from config.settings.base import *  # noqa: F403
from config.settings.base import VAR

SECRET_KEY = local_secret(VAR / "secret")
ALLOWED_HOSTS = allowed_hosts(os.environ.get("HOST", "127.0.0.1"))
