import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { isSame, sha256, toHex } from './bytes.ts'
import { type Certificate, readCertificate } from './certificate.ts'
import { DerError } from './der.ts'
import { createSelfSignedCertificate } from './self-signed-certificate.ts'

/** The key and certificates that seal. They are plain bytes, so that they can be sent to a worker thread. */
export type Identity = {
  /** The certificate that seals, in DER */
  certificate: Uint8Array
  /** The certificates above the one that seals, in DER; empty for a self-signed certificate */
  chain: Uint8Array[]
  /** The SHA-256 of the certificate, in hex */
  fingerprint: string
  /** The private key, in PKCS #8 */
  privateKey: Uint8Array
}

/** The identity cannot be used; the message is for the operator. */
export class IdentityError extends Error {}

const minRsaBits = 3072
const allowedCurves = ['prime256v1', 'secp384r1']

/** Creates an RSA key of 3072 bits and a self-signed certificate for it. */
export const createIdentity = async (names: {
  commonName: string
  organization: string
}): Promise<Identity> => {
  const keys = await crypto.subtle.generateKey(
    {
      name: 'RSASSA-PKCS1-v1_5',
      modulusLength: minRsaBits,
      publicExponent: Uint8Array.of(1, 0, 1),
      hash: 'SHA-256',
    },
    true,
    ['sign', 'verify'],
  )
  const privateKey = new Uint8Array(await crypto.subtle.exportKey('pkcs8', keys.privateKey))
  return identityOf(privateKey, [await createSelfSignedCertificate(keys, names)])
}

/**
 * Reads key, certificate and chain from a PKCS #12 file. Throws IdentityError for a wrong password, a file without a key, an RSA key of
 * less than 3072 bits, curves other than P-256 and P-384, and a certificate that is not valid now.
 */
export const identityFromP12 = async (file: Uint8Array, password: string): Promise<Identity> => {
  // The package is loaded only where it is needed: it takes a tenth of a second at start.
  const { P12Signer } = await import('@libpdf/core')
  const signer = await P12Signer.create(file, password).catch((error: Error) => {
    throw new IdentityError(messageOf(error), { cause: error })
  })
  // The class has its key in a private, extractable field. No other package reads the old ciphers of these files.
  const { privateKey } = signer as unknown as { privateKey: CryptoKey }
  const exported = await crypto.subtle.exportKey('pkcs8', privateKey).catch((cause: unknown) => {
    throw damagedKey(cause)
  })
  return identityOf(new Uint8Array(exported), [signer.certificate, ...signer.certificateChain])
}

const messageOf = (error: Error) => {
  if (/password|integrity/i.test(error.message))
    return 'The password of the PKCS #12 file is wrong, or the file is damaged.'
  if (/no private key/i.test(error.message)) return 'The PKCS #12 file contains no private key.'
  return `The PKCS #12 file cannot be read: ${error.message}`
}

/**
 * Makes an identity of a key (PKCS #8) and of certificates (DER) in any order, one of which is the key's own. Throws IdentityError when
 * they do not match or cannot be used.
 */
export const identityOf = async (privateKey: Uint8Array, certificates: Uint8Array[]): Promise<Identity> => {
  const key = ofKey(() => createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' }))
  checkStrength(key)
  const read = certificates.map(readOrThrow)
  const publicKey = ofKey(() => createPublicKey(key).export({ type: 'spki', format: 'der' }))
  const certificate = read.find((candidate) => isSame(candidate.publicKey, publicKey))
  if (!certificate) throw new IdentityError('No certificate belongs to the private key.')
  checkValidity(certificate)
  if (!ofKey(() => isWhole(key, publicKey))) throw damagedKey()
  return {
    certificate: certificate.whole,
    chain: read.filter((other) => other !== certificate).map(({ whole }) => whole),
    fingerprint: toHex(await sha256(certificate.whole)),
    privateKey: new Uint8Array(privateKey),
  }
}

const damagedKey = (cause?: unknown) => new IdentityError('The private key is damaged.', { cause })

// The place of the damage decides at which step OpenSSL notices it, and with which error.
const ofKey = <ResponseBody>(ask: () => ResponseBody): ResponseBody => {
  try {
    return ask()
  } catch (error) {
    throw damagedKey(error)
  }
}

const readOrThrow = (bytes: Uint8Array) => {
  try {
    return readCertificate(bytes)
  } catch (error) {
    if (!(error instanceof DerError)) throw error
    throw new IdentityError(`The certificate cannot be read: ${error.message}.`, { cause: error })
  }
}

const checkStrength = ({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject) => {
  const { modulusLength = 0, namedCurve = '' } = asymmetricKeyDetails
  if (asymmetricKeyType === 'ec' && allowedCurves.includes(namedCurve)) return
  if (asymmetricKeyType === 'ec') throw new IdentityError('The curve of the key is not P-256 or P-384.')
  if (asymmetricKeyType !== 'rsa') throw new IdentityError('The key is neither RSA nor of an elliptic curve.')
  if (modulusLength < minRsaBits)
    throw new IdentityError(`The key has ${modulusLength} bits; RSA needs at least ${minRsaBits}.`)
}

// The public half of a damaged key may still be right, so the key is tested by a signature.
const isWhole = (key: KeyObject, publicKey: Buffer) => {
  const data = Buffer.from('A signature to check the key')
  const isSigned = verify(
    'sha256',
    data,
    { key: publicKey, type: 'spki', format: 'der' },
    sign('sha256', data, key),
  )
  return isSigned && (key.asymmetricKeyType !== 'rsa' || doNumbersFit(key))
}

// Some numbers of an RSA key follow from the others. OpenSSL can sign with some of them, and does not notice if the others are wrong.
const doNumbersFit = (key: KeyObject) => {
  const { n, e, d, p, q, dp, dq, qi } = key.export({ format: 'jwk' })
  const [modulus, exponent, secret, one, other, ofOne, ofOther, inverse] = [n, e, d, p, q, dp, dq, qi].map(
    (number = '') => BigInt(`0x${Buffer.from(number, 'base64url').toString('hex')}`),
  ) as [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint]
  return (
    modulus === one * other &&
    (exponent * secret) % (one - 1n) === 1n &&
    (exponent * secret) % (other - 1n) === 1n &&
    ofOne === secret % (one - 1n) &&
    ofOther === secret % (other - 1n) &&
    (inverse * other) % one === 1n
  )
}

const checkValidity = ({ notBefore, notAfter }: Certificate) => {
  const now = new Date()
  if (now > notAfter) throw new IdentityError(`The certificate expired on ${notAfter.toISOString()}.`)
  if (now < notBefore)
    throw new IdentityError(`The certificate is not valid before ${notBefore.toISOString()}.`)
}
