import { type Bytes, concat, fromHex, toHex } from './bytes.ts'
import {
  DerError,
  type Element,
  expectTag,
  readInside,
  readObjectId,
  readSequence,
  sequence,
  tags,
  unsignedInteger,
} from './der.ts'

const digests: Record<string, string> = {
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
}

const rsa = 'RSASSA-PKCS1-v1_5'
const signatures: Record<string, { name: string; hash?: string }> = {
  // This algorithm names no hash: the signature uses the hash of the message.
  '1.2.840.113549.1.1.1': { name: rsa },
  '1.2.840.113549.1.1.11': { name: rsa, hash: 'SHA-256' },
  '1.2.840.113549.1.1.12': { name: rsa, hash: 'SHA-384' },
  '1.2.840.113549.1.1.13': { name: rsa, hash: 'SHA-512' },
  '1.2.840.10045.4.3.2': { name: 'ECDSA', hash: 'SHA-256' },
  '1.2.840.10045.4.3.3': { name: 'ECDSA', hash: 'SHA-384' },
  '1.2.840.10045.4.3.4': { name: 'ECDSA', hash: 'SHA-512' },
}

type Curve = { namedCurve: string; sizeBytes: number; order?: bigint }
const curves: Record<string, Curve> = {
  '1.2.840.10045.3.1.7': {
    namedCurve: 'P-256',
    sizeBytes: 32,
    order: 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n,
  },
  '1.3.132.0.34': {
    namedCurve: 'P-384',
    sizeBytes: 48,
    order:
      0xffffffffffffffffffffffffffffffffffffffffffffffffc7634d81f4372ddf581a0db248b0a77aecec196accc52973n,
  },
  '1.3.132.0.35': { namedCurve: 'P-521', sizeBytes: 66 },
}

/** Returns WebCrypto's name of the hash that an AlgorithmIdentifier names. Throws for any hash but SHA-2. */
export const digestOf = (algorithm: Uint8Array) => known(digests, algorithm)

// Parameters must be absent or null, so that no reader can understand them in another way.
const known = <Value>(table: Record<string, Value>, algorithm: Uint8Array): Value => {
  const [id, parameters, ...others] = readSequence(algorithm)
  const value = table[readObjectId(id)]
  const isPlain = !parameters || (parameters.tag === 0x05 && parameters.content.length === 0)
  if (!value || !isPlain || others.length > 0) throw new DerError('Unknown algorithm')
  return value
}

/** Returns WebCrypto's curve of a SubjectPublicKeyInfo; undefined for an RSA key. */
export const curveOf = (publicKey: Uint8Array): Curve | undefined => {
  const [algorithm] = readSequence(publicKey)
  const [id, parameters] = readInside(algorithm, tags.sequence)
  const type = readObjectId(id)
  if (type === '1.2.840.113549.1.1.1') return undefined
  const curve = type === '1.2.840.10045.2.1' && curves[readObjectId(parameters)]
  if (!curve) throw new DerError('Not a key of RSA or of a known curve')
  return curve
}

type Signed = {
  /** The key, as a SubjectPublicKeyInfo */
  publicKey: Uint8Array
  /** The AlgorithmIdentifier of the signature */
  algorithm: Uint8Array
  /** The hash of the message, used when the signature does not name a hash */
  digest?: string
  signature: Uint8Array
  data: Uint8Array
}

/** Whether this key made the signature over the data. Throws DerError for an unknown algorithm. */
export const isSignatureValid = async ({ publicKey, algorithm, digest, signature, data }: Signed) => {
  const { name, hash = digest } = known(signatures, algorithm)
  const curve = curveOf(publicKey)
  if (!hash || (digest && hash !== digest) || (name === rsa) === Boolean(curve)) return false
  const plain = curve ? concat(readEcdsa(signature).map((part) => padTo(part, curve.sizeBytes))) : signature
  try {
    const key = await crypto.subtle.importKey(
      'spki',
      publicKey as Bytes,
      curve ? { name, namedCurve: curve.namedCurve } : { name, hash },
      false,
      ['verify'],
    )
    return await crypto.subtle.verify({ name, hash }, key, plain as Bytes, data as Bytes)
  } catch {
    // The key cannot be read, so nothing can be signed with it.
    return false
  }
}

/** Reads r and s of an ECDSA signature, without zeros in front. */
const readEcdsa = (signature: Uint8Array): Uint8Array[] => {
  const numbers = readSequence(signature).map((element: Element) => {
    const { content, whole } = expectTag(element, tags.integer)
    if (toHex(unsignedInteger(content)) !== toHex(whole)) throw new DerError('Not a number of a signature')
    return content[0] === 0 ? content.subarray(1) : content
  })
  if (numbers.length !== 2) throw new DerError('Not a signature of ECDSA')
  return numbers
}

const padTo = (bytes: Uint8Array, length: number) => {
  if (bytes.length > length) throw new DerError('A number of a signature is too long')
  return concat([new Uint8Array(length - bytes.length), bytes])
}

const numberOf = (bytes: Uint8Array) => BigInt(`0x${toHex(bytes) || '0'}`)

/**
 * Whether s of an ECDSA signature is the lower of the two valid values. If both were allowed, anyone could change a signature into another
 * valid one. True for RSA, which has only one form.
 */
export const isLowestForm = (publicKey: Uint8Array, signature: Uint8Array) => {
  const order = curveOf(publicKey)?.order
  if (!order) return !curveOf(publicKey)
  const s = numberOf(readEcdsa(signature)[1] ?? new Uint8Array())
  return s * 2n < order
}

/** Encodes WebCrypto's form of an ECDSA signature (r and s, one after the other) as DER, with the lower s. */
export const encodeEcdsa = (plain: Uint8Array, publicKey: Uint8Array) => {
  const { order, sizeBytes } = curveOf(publicKey) ?? {}
  if (!order || !sizeBytes) throw new DerError('Not a key of P-256 or P-384')
  const s = numberOf(plain.subarray(sizeBytes))
  const lowest = s * 2n < order ? s : order - s
  const lowestBytes = fromHex(lowest.toString(16).padStart(sizeBytes * 2, '0'))
  return sequence(unsignedInteger(plain.subarray(0, sizeBytes)), unsignedInteger(lowestBytes))
}
