#!/bin/sh
# Patroni runs this once, on the first primary; $1 is the address of the server.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$ASSAY_PASSWORD" -d "$1" <<'SQL'
create role assay login password :'password';
create database assay owner assay;
SQL
pgbackrest --stanza=assay stanza-create
