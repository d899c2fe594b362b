import { type Bytes, compareBytes, hash, isSame, sha256 } from './bytes.ts'
import { type Certificate, isIssuedBy, readCertificate } from './certificate.ts'
import {
  DerError,
  encode,
  expectTag,
  nullValue,
  objectId,
  octetString,
  readAll,
  readInside,
  readObjectId,
  readSequence,
  sequence,
  setOf,
  smallInteger,
  tags,
} from './der.ts'
import { digestOf, isSignatureValid } from './signatures.ts'

export const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  timestampInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timestampToken: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha256WithRsa: '1.2.840.113549.1.1.11',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
}

/** A CMS SignedData with one signer. All bytes are DER. */
export type SignedData = {
  contentType: string
  /** The signed content; undefined when it is stored elsewhere. */
  content?: Bytes
  certificates: Certificate[]
  signer: Certificate
  digestAlgorithm: Uint8Array
  /** A SET OF Attribute: the bytes that are signed. */
  signedAttributes: Bytes
  signatureAlgorithm: Uint8Array
  signature: Bytes
  timestampToken?: Bytes
}

/**
 * Encodes a SignedData in the one possible way: certificates in DER's order, the signer by issuer and serial number, and nothing unsigned
 * except a timestamp token. Code that reads a SignedData encodes it again and compares, so no bit can change unnoticed.
 */
export const encodeSignedData = (data: SignedData): Bytes => {
  const { contentType, content, certificates, signer, digestAlgorithm, timestampToken } = data
  const encapsulated = content ? [encode(tags.context(0), octetString(content))] : []
  const unsigned = timestampToken ? [sequence(objectId(oids.timestampToken), setOf([timestampToken]))] : []
  const signerInfo = sequence(
    smallInteger(1),
    sequence(signer.issuer, signer.serialNumber),
    digestAlgorithm,
    encode(tags.context(0), expectTag(readAll(data.signedAttributes)[0], tags.set).content),
    data.signatureAlgorithm,
    octetString(data.signature),
    ...(unsigned.length > 0 ? [setOf(unsigned, tags.context(1))] : []),
  )
  const signedData = sequence(
    smallInteger(contentType === oids.data ? 1 : 3),
    setOf([digestAlgorithm]),
    sequence(objectId(contentType), ...encapsulated),
    setOf(
      certificates.map(({ whole }) => whole),
      tags.context(0),
    ),
    setOf([signerInfo]),
  )
  return sequence(objectId(oids.signedData), encode(tags.context(0), signedData))
}

/**
 * Reads a SignedData with one signer, even if it is encoded in another way than ours. Its signer is the certificate that the signed
 * attributes name. Throws DerError for anything else.
 */
export const readSignedData = async (bytes: Uint8Array): Promise<SignedData> => {
  const [type, explicit] = readSequence(bytes)
  if (readObjectId(type) !== oids.signedData) throw new DerError('Not a SignedData')
  const [, , encapsulated, ...optional] = readInside(readInside(explicit, tags.context(0))[0], tags.sequence)
  const [contentType, content] = readInside(encapsulated, tags.sequence)
  const encodedCertificates = optional.find(({ tag }) => tag === tags.context(0))
  const [signerInfo, ...otherSigners] = readInside(optional.at(-1), tags.set)
  if (!encodedCertificates || otherSigners.length > 0) throw new DerError('Not one signer with a certificate')
  const [, , digestAlgorithm, attributes, signatureAlgorithm, signature, unsigned] = readInside(
    signerInfo,
    tags.sequence,
  )
  if (!digestAlgorithm || !signatureAlgorithm) throw new DerError('A signer without algorithms')
  const signedAttributes = encode(tags.set, expectTag(attributes, tags.context(0)).content)
  const certificates = readAll(encodedCertificates.content).map(({ whole }) => readCertificate(whole))
  return {
    contentType: readObjectId(contentType),
    content: content && expectTag(readInside(content, tags.context(0))[0], tags.octetString).content,
    certificates,
    signer: await findSigner(signedAttributes, certificates),
    digestAlgorithm: digestAlgorithm.whole,
    signedAttributes,
    signatureAlgorithm: signatureAlgorithm.whole,
    signature: expectTag(signature, tags.octetString).content,
    timestampToken: unsigned && readTimestampToken(unsigned.content),
  }
}

const readTimestampToken = (unsignedAttributes: Uint8Array): Bytes | undefined => {
  for (const attribute of readAll(unsignedAttributes)) {
    const [id, values] = readInside(attribute, tags.sequence)
    if (readObjectId(id) === oids.timestampToken) return readInside(values, tags.set)[0]?.whole
  }
}

/** Reads the single values of signed attributes, by object identifier. */
const readAttributes = (signedAttributes: Uint8Array) => {
  const attributes = new Map<string, Bytes>()
  for (const attribute of readInside(readAll(signedAttributes)[0], tags.set)) {
    const [id, values] = readInside(attribute, tags.sequence)
    const [value, ...others] = readInside(values, tags.set)
    const type = readObjectId(id)
    if (!value || others.length > 0 || attributes.has(type))
      throw new DerError('An attribute has many values')
    attributes.set(type, value.whole)
  }
  return attributes
}

/** Finds the certificate whose hash is the first in the signing-certificate attribute, of either version. */
const findSigner = async (signedAttributes: Uint8Array, certificates: Certificate[]) => {
  const attributes = readAttributes(signedAttributes)
  const version2 = attributes.get(oids.signingCertificateV2)
  const attribute = version2 ?? attributes.get(oids.signingCertificate)
  if (!attribute) throw new DerError('The signature does not name its certificate')
  const [list] = readSequence(attribute)
  const [first] = readInside(list, tags.sequence)
  const id = readInside(first, tags.sequence)
  const ownAlgorithm = id[0]?.tag === tags.sequence ? digestOf(id[0].whole) : 'SHA-256'
  const digest = id.find(({ tag }) => tag === tags.octetString)?.content
  for (const certificate of certificates) {
    const found = await hash(version2 ? ownAlgorithm : 'SHA-1', certificate.whole)
    if (digest && isSame(found, digest)) return certificate
  }
  throw new DerError('The certificate of the signature is missing')
}

/** Reads the hash that is signed: the hash of the content, or of data that the caller has hashed. */
export const readMessageDigest = (data: SignedData): Bytes =>
  expectTag(
    readAll(readAttributes(data.signedAttributes).get(oids.messageDigest) ?? new Uint8Array())[0],
    tags.octetString,
  ).content

/** Reads the type of the content that is signed. */
export const readSignedType = (data: SignedData) =>
  readObjectId(readAll(readAttributes(data.signedAttributes).get(oids.contentType) ?? new Uint8Array())[0])

/** Whether the signer's key signed the attributes. */
export const isSignerValid = (data: SignedData) =>
  isSignatureValid({
    publicKey: data.signer.publicKey,
    algorithm: data.signatureAlgorithm,
    digest: digestOf(data.digestAlgorithm),
    signature: data.signature,
    data: data.signedAttributes,
  })

/**
 * Returns the certificates whose every bit is covered by a signature: the signer's, which the attributes name, and those whose issuer is
 * also among the certificates.
 */
export const coveredCertificates = async ({ certificates, signer }: SignedData): Promise<Certificate[]> => {
  let covered = certificates
  for (;;) {
    const kept: Certificate[] = []
    for (const certificate of covered) {
      if (certificate === signer || (await isIssuedByOneOf(certificate, covered))) kept.push(certificate)
    }
    if (kept.length === covered.length) return kept
    covered = kept
  }
}

const isIssuedByOneOf = async (certificate: Certificate, issuers: Certificate[]) => {
  for (const issuer of issuers) if (await isIssuedBy(certificate, issuer)) return true
  return false
}

const sha256Algorithm = sequence(objectId(oids.sha256))

/**
 * Encodes what a seal signs: the digest of the document, and the hash of every certificate in the seal, its own first. The signing time is
 * not included: PAdES stores it in the signature dictionary.
 */
export const encodeSealAttributes = async (digest: Uint8Array, signer: Certificate, all: Certificate[]) => {
  const others = all.filter((certificate) => certificate !== signer).map(({ whole }) => whole)
  const ids: Uint8Array[] = []
  for (const certificate of [signer.whole, ...others.toSorted(compareBytes)])
    ids.push(sequence(octetString(await sha256(certificate))))
  const attribute = (id: string, value: Uint8Array) => sequence(objectId(id), setOf([value]))
  return setOf([
    attribute(oids.contentType, objectId(oids.data)),
    attribute(oids.messageDigest, octetString(digest)),
    attribute(oids.signingCertificateV2, sequence(sequence(...ids))),
  ])
}

/** Returns the algorithms that a seal uses with this kind of key. */
export const sealAlgorithms = (isEllipticCurve: boolean) => ({
  digestAlgorithm: sha256Algorithm,
  signatureAlgorithm: isEllipticCurve
    ? sequence(objectId(oids.ecdsaWithSha256))
    : sequence(objectId(oids.sha256WithRsa), nullValue),
})
