import type { SignInMethod } from '#server/db/schema/users.ts'
import { type SignedAgreement, type SignerEvidence, utcTime } from './signed-agreement.ts'

const methods: Record<SignInMethod, string> = {
  code: 'One-time code sent to the email address',
  link: 'One-time link sent to the email address',
  provider: 'Company sign-in (OpenID Connect)',
  passkey: 'Passkey (WebAuthn)',
  demo: 'Demo account, without proof of identity',
}

/** A label, its value, and whether the value is a hash. */
type Fact = [label: string, value: string, isHash?: true]

/** @param party the partner or the company that the signer signs for, as it stands in the agreement */
const signerFacts = (signer: SignerEvidence, party: string): Fact[] => [
  ['Name', signer.signerName],
  ...(signer.signerTitle ? [['Title', signer.signerTitle] satisfies Fact] : []),
  ['Signed for', party],
  ['Email', signer.signerEmail],
  ['Signature as typed', signer.digitalSignature],
  ['Signed', utcTime(signer.signedAt)],
  ['Signed in by', methods[signer.signInMethod]],
  ['Identity last proved', utcTime(signer.provedAt)],
  ['Network address', signer.ipAddress],
  ['Browser', signer.userAgent],
  ['Version of the consent', signer.consentVersion],
  ['SHA-256 of the consent', signer.consentSha256, true],
]

const paragraphsOf = (text: string) =>
  text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)

/** Returns the consents with their headings; a single one if both signers gave the same consent. */
const consentsOf = ({ signature, countersignature }: SignedAgreement): [heading: string, text: string][] => {
  if (!countersignature) return [['Consent given before signing', signature.consentText]]
  if (countersignature.consentSha256 === signature.consentSha256)
    return [['Consent given by both before signing', signature.consentText]]
  return [
    ['Consent given by the partner before signing', signature.consentText],
    ['Consent given for the company before signing', countersignature.consentText],
  ]
}

const factsOf = (agreement: SignedAgreement): [heading: string, facts: Fact[]][] => {
  const { signature, countersignature } = agreement
  return [
    [
      'Agreement',
      [
        ['Title', agreement.title],
        ['Document ID', agreement.documentId],
        ['Version of its text', agreement.version],
        ['Company', agreement.companyName],
        ['Partner', agreement.partnerName],
        ...agreement.amends.map((amended): Fact => ['Amends', amended]),
        ['SHA-256 of the signed text', agreement.textSha256, true],
      ],
    ],
    [countersignature ? 'Signer for the partner' : 'Signer', signerFacts(signature, agreement.partnerName)],
    ...(countersignature
      ? [
          ['Signer for the company', signerFacts(countersignature, agreement.companyName)] satisfies [
            string,
            Fact[],
          ],
        ]
      : []),
  ]
}

/** Returns the texts of the certificate, part by part. */
export const certificateOf = (agreement: SignedAgreement) => ({
  lead: `This certificate is part of the signed agreement. It records who signed, how, and what was signed. ${agreement.companyName} sealed this file after the ${agreement.countersignature ? 'second signature' : 'signature'}; a change to it breaks the seal.`,
  page: agreement.verification.page,
  code: agreement.verification.code,
  facts: factsOf(agreement),
  events: agreement.events.map(({ sequence, at, description, hash }) => [
    String(sequence),
    utcTime(at),
    description,
    hash,
  ]),
  consents: consentsOf(agreement).map(([heading, text]) => [heading, paragraphsOf(text)]),
})
