#!/bin/sh
# Makes a backup where this server is the primary. Run it daily on all three, with --type=full once a week.
set -eu
[ "$(psql -U postgres -Atc 'select pg_is_in_recovery()')" = f ] || exit 0
exec pgbackrest --stanza=assay "$@" backup
