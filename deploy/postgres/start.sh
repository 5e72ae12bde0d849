#!/usr/bin/env bash
# Starts PostgreSQL with the certificates and passwords of `vokol provision`; waits for them on the first start.
# `start.sh reload` passes new ones to the running server.
set -euo pipefail

source=/provision/postgres
for second in $(seq 120); do
    # `vokol provision` writes the superuser's password last.
    [ -s "$source/password" ] && break
    [ $((second % 5)) -eq 1 ] && echo "waiting for $source/password: is the service 'certificates' running?" >&2
    sleep 1
done

# Another user owns the files in the volume; PostgreSQL only accepts a key that it or root owns.
install -d -o postgres -g postgres -m 700 /run/vokol
install -o postgres -g postgres -m 600 "$source"/postgres.pem "$source"/postgres.key "$source"/*password /run/vokol/
if [ "${1:-}" = reload ]; then
    exec psql --no-psqlrc --quiet --username postgres --output /dev/null --command 'SELECT pg_reload_conf()'
fi
exec docker-entrypoint.sh postgres -c ssl=on -c ssl_cert_file=/run/vokol/postgres.pem -c ssl_key_file=/run/vokol/postgres.key \
    -c ssl_min_protocol_version=TLSv1.3 -c max_connections="${POSTGRES_MAX_CONNECTIONS:-300}"
