import {
  PDF,
  PdfArray,
  PdfDict,
  PdfName,
  PdfNumber,
  type PdfObject,
  type PdfRef,
  PdfString,
} from '@libpdf/core'
import { type Bytes, concat, sha256, toHex } from './bytes.ts'
import { type Certificate, readCertificate } from './certificate.ts'
import { checkSealedPdf } from './check.ts'
import type { Identity } from './identity.ts'
import { curveOf, encodeEcdsa } from './signatures.ts'
import {
  encodeSealAttributes,
  encodeSignedData,
  oids,
  type SignedData,
  sealAlgorithms,
} from './signed-data.ts'
import { requestTimestamp, TimestampError } from './timestamp.ts'

/** The PDF cannot be sealed. */
export class SealError extends Error {}

export type SealOptions = {
  reason: string
  location?: string
  /** The time of sealing that the signature states; in whole seconds */
  signedAt: Date
  /** The URL of a timestamp server (RFC 3161); may contain a user name and password */
  timestampUrl?: string
  /** How long to wait for the timestamp server; 10 seconds by default */
  fetchTimeoutMs?: number
}

export type SealedPdf = {
  pdf: Uint8Array
  timestamp: 'none' | 'included' | 'failed'
  timestampError?: Error
}

const defaultTimeoutMs = 10_000
// Room for the signature, its attributes and names; the certificates come on top.
const reservedBytes = 2048
// Tokens have three to eight kilobytes, depending on the length of their chain.
const reservedTimestampBytes = 12_288
// The placeholder has as many digits as the size of the largest possible PDF.
const placeholder = 9_999_999_999
const tokenPattern = `[0 ${placeholder} ${placeholder} ${placeholder}]`

/**
 * Seals a PDF with a PAdES signature that certifies it: no changes are allowed. The signature is appended, so the existing bytes stay as
 * they are. The level is B-T with a timestamp, B-B without; if the timestamp server fails, the PDF is sealed without a timestamp. The
 * result has passed `checkSealedPdf`. Throws SealError for a file that is not a PDF with a cross-reference table, is encrypted, or already
 * has a form or signature.
 */
export const sealPdf = async (
  pdf: Uint8Array,
  identity: Identity,
  options: SealOptions,
): Promise<SealedPdf> => {
  const signer = readCertificate(identity.certificate)
  const certificates = [signer, ...identity.chain.map(readCertificate)]
  const sizeBytes =
    reservedBytes +
    certificates.reduce((sum, { whole }) => sum + whole.length + 40, 0) +
    (options.timestampUrl ? reservedTimestampBytes : 0)
  const { bytes, from, to } = await appendSignature(pdf, sizeBytes, options)
  const signed = await sign(
    concat([bytes.subarray(0, from), bytes.subarray(to)]),
    identity,
    signer,
    certificates,
  )
  const { token, ...outcome } = await getTimestamp(signed, sizeBytes, options)
  const encoded = encodeSignedData({ ...signed, timestampToken: token })
  bytes.set(new TextEncoder().encode(toHex(encoded)), from + 1)
  const check = await checkSealedPdf(bytes)
  if (check.state !== 'intact' || check.certificateSha256 !== identity.fingerprint)
    throw new SealError(
      `The sealed file does not pass its check: ${check.state === 'changed' ? check.problem : check.state}`,
    )
  return { pdf: bytes, ...outcome }
}

/** Appends a signature whose bytes, from `<` to after `>`, are still zeros. */
const appendSignature = async (original: Uint8Array, sizeBytes: number, options: SealOptions) => {
  const pdf = await PDF.load(original).catch((error: Error) => {
    throw new SealError(`Not a PDF that can be read: ${error.message}`, { cause: error })
  })
  const catalog = pdf.getCatalog()
  const page = pdf.getPages()[0]
  const obstacle = pdf.canSaveIncrementally() ?? (pdf.isEncrypted ? 'encrypted' : undefined)
  if (obstacle || !page) throw new SealError(`The PDF cannot be sealed: ${obstacle ?? 'no pages'}`)
  if (catalog.has('AcroForm') || catalog.has('Perms'))
    throw new SealError('The PDF has a form or a signature already')
  const signature = pdf.register(signatureDictionary(sizeBytes, options))
  const field = pdf.register(fieldDictionary(signature, page.ref))
  catalog.set('AcroForm', PdfDict.of({ Fields: new PdfArray([field]), SigFlags: PdfNumber.of(3) }))
  catalog.set('Perms', PdfDict.of({ DocMDP: signature }))
  const bytes = new Uint8Array(await pdf.save({ incremental: true, useXRefStream: false }))
  return { bytes, ...patchByteRange(bytes, original.length, sizeBytes) }
}

/** Encodes a text in UTF-16 as hexadecimal digits, so that nothing that somebody typed reads as PDF syntax. */
const textOf = (text: string) => PdfString.fromBytes(Buffer.from(`\ufeff${text}`, 'utf16le').swap16())

const signatureDictionary = (sizeBytes: number, { reason, location, signedAt }: SealOptions) => {
  const transform = PdfDict.of({
    Type: PdfName.of('SigRef'),
    TransformMethod: PdfName.of('DocMDP'),
    TransformParams: PdfDict.of({
      Type: PdfName.of('TransformParams'),
      P: PdfNumber.of(1),
      V: PdfName.of('1.2'),
    }),
  })
  const digits = signedAt.toISOString().replace(/\D/g, '').slice(0, 14)
  const entries: Record<string, PdfObject> = {
    Type: PdfName.of('Sig'),
    Filter: PdfName.of('Adobe.PPKLite'),
    SubFilter: PdfName.of('ETSI.CAdES.detached'),
    ByteRange: new PdfArray([0, placeholder, placeholder, placeholder].map((number) => PdfNumber.of(number))),
    Contents: PdfString.fromBytes(new Uint8Array(sizeBytes)),
    Reference: new PdfArray([transform]),
    M: PdfString.fromString(`D:${digits}Z`),
    Reason: textOf(reason),
  }
  return PdfDict.of(location ? { ...entries, Location: textOf(location) } : entries)
}

// The field has no size, so pages do not show it; readers find it through the form.
const fieldDictionary = (signature: PdfRef, page: PdfRef) =>
  PdfDict.of({
    FT: PdfName.of('Sig'),
    T: PdfString.fromString('Seal'),
    V: signature,
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    Rect: new PdfArray([0, 0, 0, 0].map((number) => PdfNumber.of(number))),
    F: PdfNumber.of(132),
    P: page,
  })

const patchByteRange = (bytes: Bytes, start: number, sizeBytes: number) => {
  const text = Buffer.from(bytes.buffer)
  const rangeAt = text.indexOf(tokenPattern, start)
  const from = text.indexOf(`<${'0'.repeat(sizeBytes * 2)}>`, start)
  if (rangeAt === -1 || from === -1) throw new SealError('The signature was not written as expected')
  const to = from + sizeBytes * 2 + 2
  const range = `[0 ${from} ${to} ${bytes.length - to}]`
  text.write(range.padEnd(tokenPattern.length), rangeAt, 'latin1')
  return { from, to }
}

const sign = async (
  document: Bytes,
  { privateKey }: Identity,
  signer: Certificate,
  certificates: Certificate[],
): Promise<SignedData> => {
  const signedAttributes = await encodeSealAttributes(await sha256(document), signer, certificates)
  const curve = curveOf(signer.publicKey)
  const algorithm = curve
    ? { name: 'ECDSA', namedCurve: curve.namedCurve, hash: 'SHA-256' }
    : { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('pkcs8', new Uint8Array(privateKey), algorithm, false, ['sign'])
  const plain = new Uint8Array(await crypto.subtle.sign(algorithm, key, signedAttributes))
  return {
    contentType: oids.data,
    certificates,
    signer,
    ...sealAlgorithms(Boolean(curve)),
    signedAttributes,
    signature: curve ? encodeEcdsa(plain, signer.publicKey) : plain,
  }
}

const getTimestamp = async (
  signed: SignedData,
  sizeBytes: number,
  { timestampUrl, fetchTimeoutMs = defaultTimeoutMs }: SealOptions,
): Promise<Omit<SealedPdf, 'pdf'> & { token?: Bytes }> => {
  if (!timestampUrl) return { timestamp: 'none' }
  try {
    const imprint = await sha256(signed.signature)
    const token = await requestTimestamp(timestampUrl, imprint, { timeoutMs: fetchTimeoutMs })
    if (encodeSignedData({ ...signed, timestampToken: token }).length > sizeBytes)
      throw new TimestampError('The timestamp is too large for the signature')
    return { timestamp: 'included', token }
  } catch (error) {
    if (!(error instanceof TimestampError)) throw error
    return { timestamp: 'failed', timestampError: error }
  }
}
