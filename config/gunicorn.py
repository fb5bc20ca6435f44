"""How gunicorn serves the site, everywhere: `gunicorn --config config/gunicorn.py config.wsgi`."""

import os
from pathlib import Path

bind = f"{os.environ.get('HOST', '127.0.0.1')}:{os.environ.get('PORT', '8000')}"
worker_class = "gthread"
workers = int(os.environ.get("JUDGEBOARD_WORKERS") or 2)
threads = int(os.environ.get("JUDGEBOARD_THREADS") or 4)
# The rulebooks and texts are loaded once and shared by the workers.
preload_app = True
timeout = 60
graceful_timeout = 10
keepalive = 5
loglevel = os.environ.get("JUDGEBOARD_LOG_LEVEL", "warning")
errorlog = "-"
# The control socket would be made in the home folder, which need not exist.
control_socket_disable = True
# A worker's heartbeat file: on a slow disk it would stall the worker.
if Path("/dev/shm").is_dir() and os.access("/dev/shm", os.W_OK):  # noqa: S108  (gunicorn makes a private file)
    worker_tmp_dir = "/dev/shm"  # noqa: S108
