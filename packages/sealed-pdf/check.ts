import { concat, fromHex, isSame, sha256, toHex } from './bytes.ts'
import { DerError, readFirst } from './der.ts'
import { ChangedError, findSeal, type Problem } from './seal-dictionary.ts'
import { curveOf, isLowestForm } from './signatures.ts'
import {
  encodeSealAttributes,
  encodeSignedData,
  isSignerValid,
  oids,
  readMessageDigest,
  readSignedData,
  type SignedData,
  sealAlgorithms,
} from './signed-data.ts'
import { checkTimestamp, TimestampError } from './timestamp-token.ts'

export type { Problem } from './seal-dictionary.ts'

export type SealCheck =
  | {
      state: 'intact'
      /** The SHA-256 of the whole file, in hex */
      sha256: string
      /** The SHA-256 of the certificate that sealed the file, in hex. Anyone else who seals a file does so with another certificate. */
      certificateSha256: string
      certificateName: string
      /** The time on the clock of whoever sealed the file; `timestamp` is proof by somebody else */
      sealedAt: Date
      timestamp: { at: Date; authority: string } | null
    }
  | { state: 'changed'; problem: Problem }
  | { state: 'not-sealed' }

/**
 * Checks whether a PDF from `sealPdf` is bit for bit what was sealed. Needs no network, and runs in browsers as well. Does not decide
 * whether the certificate is the right one: compare `certificateSha256`. Needs `crypto.subtle`, which browsers offer only on secure
 * origins. Files sealed by other software count as changed.
 */
export const checkSealedPdf = async (bytes: Uint8Array): Promise<SealCheck> => {
  const text = new TextDecoder('latin1').decode(bytes)
  if (!text.includes('/ByteRange') && !text.includes('/ETSI.CAdES.detached')) return { state: 'not-sealed' }
  try {
    return await checkSeal(bytes, text)
  } catch (error) {
    if (error instanceof ChangedError) return { state: 'changed', problem: error.problem }
    if (error instanceof DerError) return { state: 'changed', problem: 'encoding' }
    if (error instanceof TimestampError) return { state: 'changed', problem: 'timestamp' }
    throw error
  }
}

const checkSeal = async (bytes: Uint8Array, text: string): Promise<SealCheck> => {
  const { from, to, sealedAt } = findSeal(text)
  const encoded = readContents(text.slice(from + 1, to - 1))
  const digest = await sha256(concat([bytes.subarray(0, from), bytes.subarray(to)]))
  const data = await readSignedData(encoded)
  if (!isSame(readMessageDigest(data), digest)) throw new ChangedError('content')
  if (!isSame(await encodeAgain(data, digest), encoded)) throw new ChangedError('encoding')
  if (!(await isSignerValid(data))) throw new ChangedError('signature')
  const { timestampToken, signer, signature } = data
  const timestamp = timestampToken && (await checkTimestamp(timestampToken, await sha256(signature)))
  return {
    state: 'intact',
    sha256: toHex(await sha256(bytes)),
    certificateSha256: toHex(await sha256(signer.whole)),
    certificateName: signer.name,
    sealedAt,
    timestamp: timestamp ? { at: timestamp.at, authority: timestamp.authority } : null,
  }
}

/** Reads the signature in Contents: hex in lower case, then nothing but zeros. */
const readContents = (hex: string) => {
  if (!/^(?:[0-9a-f]{2}){2,}$/.test(hex)) throw new ChangedError('encoding')
  const padded = fromHex(hex)
  const encoded = readFirst(padded)
  if (padded.subarray(encoded.length).some((byte) => byte !== 0)) throw new ChangedError('encoding')
  return encoded
}

/** Encodes the seal again with the same certificates, digest, signature and timestamp. */
const encodeAgain = async (data: SignedData, digest: Uint8Array) => {
  const { certificates, signer, signature, timestampToken } = data
  const { publicKey } = signer
  if (!isLowestForm(publicKey, signature)) throw new ChangedError('encoding')
  return encodeSignedData({
    contentType: oids.data,
    certificates,
    signer,
    ...sealAlgorithms(Boolean(curveOf(publicKey))),
    signedAttributes: await encodeSealAttributes(digest, signer, certificates),
    signature,
    timestampToken,
  })
}
