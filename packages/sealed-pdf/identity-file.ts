import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { isIssuedBy, readCertificate } from './certificate.ts'
import { createIdentity, type Identity, IdentityError, identityOf } from './identity.ts'

const fileName = 'signing.pem'

/**
 * Reads the identity in `signing.pem` of the folder; creates both when there is no such file. Processes that start at the same time all get
 * the same identity. Throws IdentityError, which names the file, when the identity is damaged or expired. It is never replaced, because the
 * files that it has sealed are checked by its certificate.
 */
export const loadOrCreateIdentity = async (
  folder: string,
  names: { commonName: string; organization: string },
): Promise<Identity> => {
  const path = join(folder, fileName)
  const existing = await readIdentityFile(path)
  if (existing) return existing
  await mkdir(folder, { recursive: true })
  await writeIdentityFile(path, await createIdentity(names))
  const written = await readIdentityFile(path)
  if (!written) throw new IdentityError(`${path} disappeared.`)
  return written
}

/** Reads an identity; undefined when there is no such file. Throws IdentityError, which names the file. */
export const readIdentityFile = async (path: string): Promise<Identity | undefined> => {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new IdentityError(`${path} cannot be read: ${error.message}`, { cause: error })
  })
  if (text === undefined) return undefined
  try {
    const [key, ...otherKeys] = readPem(text, 'PRIVATE KEY')
    const certificates = readPem(text, 'CERTIFICATE')
    if (!key || otherKeys.length > 0 || certificates.length === 0)
      throw new IdentityError('It does not contain one key and its certificate.')
    const identity = await identityOf(key, certificates)
    await checkOwnSignature(identity)
    return identity
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error
    throw new IdentityError(`${path} cannot be used, restore it from a backup: ${error.message}`, {
      cause: error,
    })
  }
}

/** Writes an identity to a file that only its owner can read. An existing file stays. A new file appears complete or not at all. */
export const writeIdentityFile = async (path: string, identity: Identity): Promise<void> => {
  const temporary = `${path}.${randomUUID()}.tmp`
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(encodePem(identity))
    await file.sync()
    // Unlike a rename, a link never replaces an existing file.
    await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await file.close()
    await unlink(temporary)
  }
  await syncFolder(join(path, '..'))
}

// A damaged certificate may still be readable, so its signature is checked.
const checkOwnSignature = async ({ certificate, chain }: Identity) => {
  const read = readCertificate(certificate)
  if (chain.length === 0 && !(await isIssuedBy(read, read)))
    throw new IdentityError('The certificate is damaged.')
}

const syncFolder = async (path: string) => {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

const encodePem = ({ privateKey, certificate, chain }: Identity) =>
  [
    encodeBlock('PRIVATE KEY', privateKey),
    ...[certificate, ...chain].map((der) => encodeBlock('CERTIFICATE', der)),
  ].join('')

const encodeBlock = (label: string, bytes: Uint8Array) => {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}

// The expression is linear: the text between the two lines has no hyphen, and the second line begins with one.
const readPem = (text: string, label: string) =>
  [
    ...text.matchAll(new RegExp(`-----BEGIN ${label}-----([A-Za-z0-9+/=\\s]*)-----END ${label}-----`, 'g')),
  ].map(([, base64 = '']) => new Uint8Array(Buffer.from(base64, 'base64')))
