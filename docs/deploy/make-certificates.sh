#!/bin/sh
# Makes a certificate for the given host names, and an authority of its own that signs it, in the folder certificates: for trying out.
# Browsers warn of it, until they know certificates/ca.pem. With certificates of your own, put them there under the same names:
# cert.pem (the whole chain), key.pem, and ca.pem (what the portals need to know of it, such as your authority's certificate).
set -eu
[ $# -gt 0 ] || { echo "usage: make-certificates.sh <host name>…" >&2; exit 2; }
mkdir -p certificates
cd certificates
umask 077
names=$(printf 'DNS:%s,' "$@")
new_key() { openssl ecparam -name prime256v1 -genkey -noout -out "$1"; }
new_key ca-key.pem
openssl req -x509 -new -key ca-key.pem -days 3650 -subj "/CN=Partner Portal test authority" \
  -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign -out ca.pem
new_key key.pem
openssl req -new -key key.pem -subj "/CN=$1" -out request.pem
printf 'subjectAltName=%s\nbasicConstraints=CA:FALSE\nextendedKeyUsage=serverAuth\n' "${names%,}" >extensions
openssl x509 -req -in request.pem -CA ca.pem -CAkey ca-key.pem -CAcreateserial -days 825 -extfile extensions -out cert.pem 2>/dev/null
rm request.pem extensions ca.srl ca-key.pem
# The portals' account reads it.
chmod 755 . && chmod 644 ca.pem cert.pem
