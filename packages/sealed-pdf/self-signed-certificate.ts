import { randomBytes } from 'node:crypto'
import { type Bytes, sha256 } from './bytes.ts'
import {
  encode,
  objectId,
  octetString,
  readSequence,
  sequence,
  setOf,
  smallInteger,
  tags,
  unsignedInteger,
} from './der.ts'
import { sealAlgorithms } from './signed-data.ts'

const oids = {
  commonName: '2.5.4.3',
  organization: '2.5.4.10',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
  documentSigning: '1.3.6.1.5.5.7.3.36',
  emailProtection: '1.3.6.1.5.5.7.3.4',
}
const years = 20
// The certificate is valid from a little earlier, so that a computer whose clock is a little slow accepts it as well.
const headStartMs = 10 * 60_000
// X.509 allows no longer names.
const maxNameLength = 64

/**
 * Creates a certificate (DER) for signing documents. Its own RSA key signs it with SHA-256, and it is valid for 20 years. Names are cut
 * after 64 characters.
 */
export const createSelfSignedCertificate = async (
  keys: CryptoKeyPair,
  { commonName, organization }: { commonName: string; organization: string },
): Promise<Bytes> => {
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('spki', keys.publicKey))
  const { signatureAlgorithm } = sealAlgorithms(false)
  const name = encodeName({ [oids.organization]: organization, [oids.commonName]: commonName })
  const notBefore = new Date(Date.now() - headStartMs)
  const notAfter = new Date(notBefore)
  notAfter.setUTCFullYear(notBefore.getUTCFullYear() + years)
  const signed = sequence(
    encode(tags.context(0), smallInteger(2)),
    unsignedInteger(randomBytes(16)),
    signatureAlgorithm,
    name,
    sequence(encodeTime(notBefore), encodeTime(notAfter)),
    name,
    publicKey,
    encode(tags.context(3), sequence(...(await encodeExtensions(publicKey)))),
  )
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', keys.privateKey, signed)
  return sequence(signed, signatureAlgorithm, encodeBits(new Uint8Array(signature)))
}

const encodeExtensions = async (publicKey: Uint8Array) => {
  const [, bits] = readSequence(publicKey)
  const keyIdentifier = (await sha256(bits?.content.subarray(1) ?? publicKey)).subarray(0, 20)
  const digitalSignatureAndNonRepudiation = encodeBits(Uint8Array.of(0b1100_0000), 6)
  // Common validators check a signature in a PDF like a signature of S/MIME, and refuse a certificate that is for documents only.
  const extendedKeyUsage = sequence(objectId(oids.documentSigning), objectId(oids.emailProtection))
  return [
    encodeExtension(oids.basicConstraints, sequence(), true),
    encodeExtension(oids.keyUsage, digitalSignatureAndNonRepudiation, true),
    encodeExtension(oids.extendedKeyUsage, extendedKeyUsage, false),
    encodeExtension(oids.subjectKeyIdentifier, octetString(keyIdentifier), false),
  ]
}

const encodeExtension = (id: string, value: Uint8Array, isCritical: boolean) =>
  sequence(objectId(id), ...(isCritical ? [encode(0x01, Uint8Array.of(0xff))] : []), octetString(value))

const encodeBits = (bytes: Uint8Array, unusedBits = 0) =>
  encode(tags.bitString, Uint8Array.of(unusedBits), bytes)

const encodeName = (attributes: Record<string, string>) =>
  sequence(
    ...Object.entries(attributes).map(([id, value]) => {
      const text = Array.from(value).slice(0, maxNameLength).join('')
      return setOf([sequence(objectId(id), encode(0x0c, new TextEncoder().encode(text)))])
    }),
  )

const encodeTime = (date: Date) => {
  const digits = `${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`
  // X.509 writes years before 2050 with two digits.
  const isShort = date.getUTCFullYear() < 2050
  return encode(
    isShort ? 0x17 : tags.generalizedTime,
    new TextEncoder().encode(isShort ? digits.slice(2) : digits),
  )
}
