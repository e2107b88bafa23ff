#!/bin/sh
# The database of the shop and its owner, which is no superuser: it makes the roles of requests, and databases in which
# backups are verified. PostgreSQL's image runs this once.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set password="$OWNER_PASSWORD" <<'SQL'
CREATE ROLE aso_owner LOGIN CREATEDB CREATEROLE PASSWORD :'password';
CREATE DATABASE aso_house OWNER aso_owner;
SQL
