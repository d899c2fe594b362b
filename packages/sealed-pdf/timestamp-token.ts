import { hash, isSame, sha256, toHex } from './bytes.ts'
import { readTime } from './certificate.ts'
import {
  DerError,
  type Element,
  expectTag,
  objectId,
  readInside,
  readSequence,
  sequence,
  tags,
} from './der.ts'
import { digestOf } from './signatures.ts'
import {
  coveredCertificates,
  encodeSignedData,
  isSignerValid,
  oids,
  readMessageDigest,
  readSignedData,
  readSignedType,
} from './signed-data.ts'

/** The timestamp token does not prove what it should. */
export class TimestampError extends Error {}

/** When the hash existed, which authority confirms that, and the SHA-256 of the authority's certificate in hex. */
export type Timestamp = { at: Date; authority: string; certificateSha256: string }

const extendedKeyUsage = '2.5.29.37'
const timestampUsage = sequence(objectId('1.3.6.1.5.5.7.3.8'))

/**
 * Checks an RFC 3161 token for this SHA-256, in the encoding in which `requestTimestamp` returns it: any other bit is an error. Verifies
 * the token's signature with the certificate in the token; the caller decides whether to trust that authority. Throws TimestampError.
 */
export const checkTimestamp = async (token: Uint8Array, sha256OfData: Uint8Array): Promise<Timestamp> => {
  try {
    return await checkToken(token, sha256OfData)
  } catch (error) {
    if (!(error instanceof DerError)) throw error
    throw new TimestampError(`Not a timestamp token: ${error.message}`, { cause: error })
  }
}

const checkToken = async (token: Uint8Array, sha256OfData: Uint8Array): Promise<Timestamp> => {
  const data = await readSignedData(token)
  const { content, signer, certificates } = data
  const isOurs = isSame(encodeSignedData(data), token) && !data.timestampToken
  if (!content || data.contentType !== oids.timestampInfo || !isOurs)
    throw new TimestampError('The timestamp token is not in its canonical encoding')
  const info = readTimestampInfo(content)
  if (info.hashAlgorithm !== 'SHA-256' || !isSame(info.imprint, sha256OfData))
    throw new TimestampError('The timestamp is for other data')
  const usage = signer.extensions.get(extendedKeyUsage)
  if (!usage?.isCritical || !isSame(usage.value, timestampUsage))
    throw new TimestampError('The certificate of the timestamp is not made for timestamps')
  if (info.at < signer.notBefore || info.at > signer.notAfter)
    throw new TimestampError('The certificate of the timestamp was not valid at its time')
  const digest = await hash(digestOf(data.digestAlgorithm), content)
  if (!isSame(readMessageDigest(data), digest) || readSignedType(data) !== oids.timestampInfo)
    throw new TimestampError('The content of the timestamp was changed')
  if (!(await isSignerValid(data))) throw new TimestampError('The signature of the timestamp is not valid')
  if ((await coveredCertificates(data)).length !== certificates.length)
    throw new TimestampError('A certificate in the timestamp has no issuer in it')
  return { at: info.at, authority: signer.name, certificateSha256: toHex(await sha256(signer.whole)) }
}

/** Reads the parts of a TSTInfo that are needed here; `nonce` is an element. */
export const readTimestampInfo = (content: Uint8Array) => {
  const [, , imprint, , time, ...optional] = readSequence(content)
  const [algorithm, digest] = readInside(imprint, tags.sequence)
  return {
    hashAlgorithm: digestOf(expectTag(algorithm, tags.sequence).whole),
    imprint: expectTag(digest, tags.octetString).content,
    at: readTime(expectTag(time, tags.generalizedTime)),
    nonce: optional.find(({ tag }: Element) => tag === tags.integer),
  }
}

/** Encodes a token in its one possible way, without the parts that no signature covers. Throws DerError. */
export const normalizeToken = async (token: Uint8Array) => {
  const data = await readSignedData(token)
  const certificates = await coveredCertificates(data)
  return encodeSignedData({ ...data, certificates, timestampToken: undefined })
}
