import type { CountersignatureRow } from './countersigning/data.ts'
import type { Signature } from './data.ts'

type Connection = Pick<
  Signature,
  'signerName' | 'signerEmail' | 'signedAt' | 'ipAddress' | 'userAgent' | 'signInMethod' | 'signedInAt'
>

const rule = '----------------------------------------------------------------'

const signerLines = (signer: Connection) => [
  `Signer: ${signer.signerName} <${signer.signerEmail}>`,
  `Time: ${signer.signedAt.toISOString()}`,
  `Network address: ${signer.ipAddress}`,
  `Browser: ${signer.userAgent}`,
  `Signed in by: ${signer.signInMethod}, at ${signer.signedInAt.toISOString()}`,
]

const consentLine = ({
  consentVersion,
  consentSha256,
}: Pick<Signature, 'consentVersion' | 'consentSha256'>) =>
  `Consent to sign electronically: version ${consentVersion}, SHA-256 ${consentSha256}`

const companyLines = (companyName: string, countersignature: CountersignatureRow) => [
  rule,
  `Signed electronically for ${companyName}`,
  '',
  ...signerLines(countersignature),
  `Title: ${countersignature.signerTitle}`,
  consentLine(countersignature),
  '',
]

/**
 * Returns the agreement as signed and, below a line, who signed it and how, for the partner and, if it has signed, for the company. The
 * SHA-256 below the line is that of exactly the text above it.
 */
export const signedText = (signature: Omit<Signature, 'id'>, countersignature?: CountersignatureRow) =>
  [
    signature.agreementText,
    rule,
    'Signed electronically',
    '',
    ...signerLines(signature),
    `Agreement version: ${signature.agreementVersion}`,
    `SHA-256 of the text above the line: ${signature.agreementSha256}`,
    consentLine(signature),
    '',
    ...(countersignature ? companyLines(signature.companyName, countersignature) : []),
    signature.consentText,
    '',
  ].join('\n')
