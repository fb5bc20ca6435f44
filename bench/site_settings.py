"""The site as it is run locally, with a bare view beside it and no limit of requests."""

from config.settings.local import *  # noqa: F403
from config.settings.local import REST_FRAMEWORK

ROOT_URLCONF = "bench.site_urls"
REST_FRAMEWORK = REST_FRAMEWORK | {
    "DEFAULT_THROTTLE_RATES": dict.fromkeys(REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "100000000/min")
}
