import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Creates a private authority in a folder as docs/guide/certificates.md describes. `issue` adds a certificate for an address or a name. */
export const createAuthority = (folder: string) => {
  const at = (name: string) => join(folder, name)
  const openssl = (...args: string[]) =>
    execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
  openssl(
    'req',
    '-x509',
    ...newKey,
    ...['-days', '3650', '-subj', '/CN=Example CA', '-keyout', at('ca-key.pem'), '-out', at('ca.pem')],
  )
  return {
    certificate: at('ca.pem'),
    /** Issues a certificate for a `name` in OpenSSL's notation, such as `IP:127.0.0.1`. Returns the paths of key and certificate. */
    issue: (name: string) => {
      const [key, request, certificate] = [at('key.pem'), at('request.csr'), at('cert.pem')]
      const subject = ['-subj', '/CN=example', '-addext', `subjectAltName=${name}`]
      openssl('req', '-new', ...newKey, ...subject, '-keyout', key, '-out', request)
      const authority = ['-CA', at('ca.pem'), '-CAkey', at('ca-key.pem'), '-days', '397']
      openssl('x509', '-req', '-in', request, ...authority, '-copy_extensions', 'copy', '-out', certificate)
      return { key, certificate }
    },
  }
}
