import { type Bytes, isSame } from './bytes.ts'
import { DerError, type Element, readInside, readObjectId, readSequence, tags } from './der.ts'
import { isSignatureValid } from './signatures.ts'

/** The parts of an X.509 certificate that are used here; DER unless stated otherwise. */
export type Certificate = {
  whole: Bytes
  /** The bytes that the issuer signed */
  signed: Bytes
  issuer: Bytes
  serialNumber: Bytes
  /** The common name of the certificate's subject, or else the organization */
  name: string
  notBefore: Date
  notAfter: Date
  publicKey: Bytes
  /** The element that contains the value of each extension, by object identifier */
  extensions: Map<string, { isCritical: boolean; value: Bytes }>
  signatureAlgorithm: Bytes
  signature: Bytes
}

/** Reads a certificate. Throws DerError. */
export const readCertificate = (whole: Uint8Array): Certificate => {
  const [signed, algorithm, signature, ...others] = readSequence(whole)
  const fields = readInside(signed, tags.sequence)
  if (fields[0]?.tag === tags.context(0)) fields.shift()
  const [serialNumber, innerAlgorithm, issuer, validity, subject, publicKey, ...optional] = fields
  if (!signed || !serialNumber || !issuer || !algorithm || !innerAlgorithm || !publicKey || others.length > 0)
    throw new DerError('Not a certificate')
  if (!isSame(algorithm.whole, innerAlgorithm.whole))
    throw new DerError('A certificate has two signature algorithms')
  if (signature?.tag !== tags.bitString || signature.content[0] !== 0)
    throw new DerError('A certificate has no signature')
  const [notBefore, notAfter] = readInside(validity, tags.sequence)
  return {
    whole: whole.slice(),
    signed: signed.whole,
    issuer: issuer.whole,
    serialNumber: serialNumber.whole,
    name: readName(subject),
    notBefore: readTime(notBefore),
    notAfter: readTime(notAfter),
    publicKey: publicKey.whole,
    extensions: readExtensions(optional.find(({ tag }) => tag === tags.context(3))),
    signatureAlgorithm: algorithm.whole,
    signature: signature.content.slice(1),
  }
}

const commonName = '2.5.4.3'
const organization = '2.5.4.10'
const bmpString = 0x1e

const readName = (subject: Element | undefined) => {
  const names = new Map<string, string>()
  for (const relative of readInside(subject, tags.sequence)) {
    for (const attribute of readInside(relative, tags.set)) {
      const [id, value] = readInside(attribute, tags.sequence)
      const encoding = value?.tag === bmpString ? 'utf-16be' : 'utf-8'
      names.set(readObjectId(id), new TextDecoder(encoding).decode(value?.content))
    }
  }
  return names.get(commonName) ?? names.get(organization) ?? ''
}

const timePattern = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d{1,9}))?Z$/

/** Reads a UTCTime or GeneralizedTime, in UTC. */
export const readTime = (element: Element | undefined): Date => {
  const text = new TextDecoder().decode(element?.content)
  const century = element?.tag === tags.generalizedTime ? '' : Number(text.slice(0, 2)) < 50 ? '20' : '19'
  const [, year, month, day, hours, minutes, seconds, fraction = ''] = timePattern.exec(century + text) ?? []
  const time = new Date(
    `${year}-${month}-${day}T${hours}:${minutes}:${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}Z`,
  )
  if (Number.isNaN(time.getTime())) throw new DerError('Not a time')
  return time
}

const readExtensions = (element: Element | undefined): Certificate['extensions'] => {
  if (!element) return new Map()
  const [list] = readInside(element, element.tag)
  return new Map(
    readInside(list, tags.sequence).map((extension) => {
      const [id, ...rest] = readInside(extension, tags.sequence)
      const value = rest.at(-1)
      if (value?.tag !== tags.octetString) throw new DerError('An extension has no value')
      return [readObjectId(id), { isCritical: rest.length > 1, value: value.content }]
    }),
  )
}

/** Whether the key of `issuer`, which may be the certificate itself, signed the certificate. */
export const isIssuedBy = async (certificate: Certificate, issuer: Certificate) => {
  try {
    return await isSignatureValid({
      publicKey: issuer.publicKey,
      algorithm: certificate.signatureAlgorithm,
      signature: certificate.signature,
      data: certificate.signed,
    })
  } catch (error) {
    if (error instanceof DerError) return false
    throw error
  }
}
