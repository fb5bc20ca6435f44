"""Settings by purpose: `local` (make run), `test` (make test), `production` (all from the environment)."""
