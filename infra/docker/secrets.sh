#!/bin/sh
# Prints fresh secrets for docker-compose.yml:  sh infra/docker/secrets.sh >> .env
set -eu
echo "COMPOSE_PROJECT_NAME=landfall"
echo "DATA_ENCRYPTION_KEY=$(head -c 32 /dev/urandom | base64 | tr -d '\n')"
echo "MONGO_PASSWORD=$(head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n')"
echo "NATS_PASSWORD=$(head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n')"
