# `make run` serves the site, `make test` runs every test; both set up what is missing first.
# A Python of one's own: PYTHON=python3.13 make run. Host and port: HOST=0.0.0.0 PORT=8080 make run.

ifdef PYTHON
NONE = judgeboard: there is no $(PYTHON) here; PYTHON names a Python 3.11 or newer
START = command -v "$(PYTHON)" >/dev/null || { echo "$(NONE)" >&2; exit 1; }; exec "$(PYTHON)" scripts/run.py --this-python
else
START = python=$$(sh scripts/find_python.sh) && exec "$$python" scripts/run.py
endif

.PHONY: run test setup lock messages shots bench soak
.SILENT:

run:
	$(START) serve

test:
	$(START) exec -m pytest $(ARGS)

setup:
	$(START) setup

# Pin every package of requirements.in, with hashes, for all supported Pythons and systems.
lock:
	$(START) exec scripts/lock.py

# Collect the texts of templates and code into locale/*/LC_MESSAGES/django.po.
messages:
	$(START) exec scripts/messages.py

# Pictures of the pages, into var/shots/.
shots:
	$(START) exec scripts/shots.py $(ARGS)

# How fast engine and site are beside their peers, in ratios; also into var/bench/latest.json.
bench:
	$(START) exec bench/run.py $(ARGS)

# Long random play with every promise of the engine checked: MINUTES=10 make soak.
soak:
	$(START) exec scripts/soak.py $(if $(MINUTES),--minutes $(MINUTES)) $(ARGS)
