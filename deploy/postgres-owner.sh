#!/bin/sh
# Creates the database of the shop and its owner. The owner is not a superuser; it creates the request roles, and the
# databases in which backups are verified. The PostgreSQL image runs this script once.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 --set password="$OWNER_PASSWORD" <<'SQL'
CREATE ROLE aso_owner LOGIN CREATEDB CREATEROLE PASSWORD :'password';
CREATE DATABASE aso_house OWNER aso_owner;
SQL
