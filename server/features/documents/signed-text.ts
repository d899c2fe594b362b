import type { Signature } from './data.ts'

/**
 * The agreement as signed and, below a line, its signer and how they signed. The part above the line is exactly the text that
 * the SHA-256 below it is of.
 */
export const signedText = (signature: Omit<Signature, 'id'>) =>
  [
    signature.agreementText,
    '----------------------------------------------------------------',
    'Signed electronically',
    '',
    `Signer: ${signature.signerName} <${signature.signerEmail}>`,
    `Time: ${signature.signedAt.toISOString()}`,
    `Network address: ${signature.ipAddress}`,
    `Browser: ${signature.userAgent}`,
    `Signed in by: ${signature.signInMethod}, at ${signature.signedInAt.toISOString()}`,
    `Agreement version: ${signature.agreementVersion}`,
    `SHA-256 of the text above the line: ${signature.agreementSha256}`,
    `Consent to sign electronically: version ${signature.consentVersion}, SHA-256 ${signature.consentSha256}`,
    '',
    signature.consentText,
    '',
  ].join('\n')
