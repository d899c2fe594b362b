// The codes of OpenSSL and Node for a certificate from an unknown authority.
const unknownAuthority = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
])

/**
 * Describes what is wrong with a server's certificate and what to do, as the end of a sentence; undefined for other errors.
 * @param code the code of Node's error, such as `CERT_HAS_EXPIRED`
 */
export const certificateProblem = (code: unknown): string | undefined => {
  if (typeof code !== 'string') return undefined
  if (unknownAuthority.has(code)) {
    return 'its certificate is not signed by a known authority. Start the portal with NODE_EXTRA_CA_CERTS=/path/to/ca.pem for your own.'
  }
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate has expired. Renew it there.'
  if (code === 'CERT_NOT_YET_VALID')
    return 'its certificate is not valid yet. Check the clock of this machine.'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'its certificate is for another host name.'
  return undefined
}
