#!/usr/bin/env bash
# Creates a role and a database for each service, and restricts TCP connections to TLS. Runs when the cluster is created.
# Run it again after a service was added: docker compose exec postgres bash /docker-entrypoint-initdb.d/databases.sh
set -euo pipefail

for file in /run/vokol/*.password; do
    role=vokol_$(basename "$file" .password)
    # Pass the password as a variable: PostgreSQL logs the text of a failed statement.
    psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --set role="$role" --set password="$(cat "$file")" \
        --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
SET log_min_error_statement = panic;
SELECT format('CREATE ROLE %I LOGIN', :'role') WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = :'role') \gexec
ALTER ROLE :"role" PASSWORD :'password';
SELECT format('CREATE DATABASE %I OWNER %I ENCODING ''UTF8'' TEMPLATE template0', :'role', :'role')
    WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'role') \gexec
REVOKE ALL ON DATABASE :"role" FROM PUBLIC;
SQL
done

sed -i 's/^host[[:space:]]\+all[[:space:]]\+all[[:space:]]\+all[[:space:]]/hostssl all all all /' "$PGDATA/pg_hba.conf"
