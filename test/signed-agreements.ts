import { createHash } from 'node:crypto'
import type { Agreement } from '#contract/documents/agreements/agreement.ts'
import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import {
  type AgreementValues,
  agreementText,
  drawAgreement,
} from '#contract/documents/agreements/draw-agreement.ts'
import {
  electronicConsent,
  electronicConsentText,
} from '#contract/documents/agreements/electronic-consent.ts'
import { exampleContractValues, exampleNdaValues } from '#contract/documents/agreements/example-values.ts'
import type {
  SignedAgreement,
  SignerEvidence,
} from '#server/features/documents/sealing/drawing/signed-agreement.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const descriptions = [
  'Agreement offered for signature',
  'Opened by Dana Whitfield',
  'Read to the end',
  'Consented to sign electronically',
  'Signed by Dana Whitfield',
]

const chainOf = (count: number) => {
  const events: SignedAgreement['events'] = []
  for (let sequence = 1; sequence <= count; sequence++) {
    const at = new Date(Date.UTC(2026, 11, 2, 14, 0, sequence, 123))
    const description = descriptions[(sequence - 1) % descriptions.length] ?? ''
    events.push({ sequence, at, description, hash: sha256(`${events.at(-1)?.hash} ${description}`) })
  }
  return events
}

const sampleOf = (
  agreement: Agreement,
  values: AgreementValues,
  signature: Partial<SignerEvidence>,
  eventCount: number,
  countersignature: SignerEvidence | null,
): SignedAgreement => {
  const companyName = 'Meridian Health Partners, Inc.'
  const text = agreementText(agreement, values, companyName)
  const events = chainOf(eventCount)
  const signerName = values.signerName ?? values.partnershipSignerName ?? ''
  return {
    documentId: '5f0c6d9e-8a34-4c1b-9d57-1f2e3a4b5c6d',
    title: agreement.title,
    version: agreement.version,
    language: 'en',
    blocks: drawAgreement(agreement, values, companyName),
    text,
    textSha256: sha256(text),
    companyName,
    partnerName: values.recipientCompany ?? '',
    amends: [],
    signature: {
      signerName,
      signerTitle: values.signerTitle ?? values.partnershipSignerTitle ?? null,
      digitalSignature: signerName,
      signerEmail: 'dana.whitfield@harborview.example',
      signedAt: new Date('2026-12-02T14:05:09.123Z'),
      ipAddress: '2001:db8:85a3::8a2e:370:7334',
      userAgent:
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
      signInMethod: 'code',
      provedAt: new Date('2026-12-02T13:58:41.007Z'),
      consentVersion: electronicConsent.version,
      consentText: electronicConsentText(),
      consentSha256: sha256(electronicConsentText()),
      ...signature,
    },
    countersignature,
    events,
    evidence: JSON.stringify(events),
    verification: {
      url: 'https://partners.meridian.example/verify?code=7KQ2-M9XD-4T3H-W6PA',
      page: 'https://partners.meridian.example/verify',
      code: '7KQ2-M9XD-4T3H-W6PA',
    },
    drawnAt: new Date('2026-12-02T14:05:30Z'),
  }
}

/** The company's signature after the partner's. */
export const sampleCountersignature = (changes: Partial<SignerEvidence> = {}): SignerEvidence => ({
  signerName: 'Robin Castellanos',
  signerTitle: 'Chief Operating Officer',
  digitalSignature: '/s/ Robin Castellanos',
  signerEmail: 'robin.castellanos@meridian.example',
  signedAt: new Date('2026-12-03T09:12:44.508Z'),
  ipAddress: '192.0.2.17',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  signInMethod: 'passkey',
  provedAt: new Date('2026-12-03T08:59:02.311Z'),
  consentVersion: electronicConsent.version,
  consentText: electronicConsentText(),
  consentSha256: sha256(electronicConsentText()),
  ...changes,
})

type Change = {
  values?: AgreementValues
  signature?: Partial<SignerEvidence>
  eventCount?: number
  countersignature?: SignerEvidence | null
}

/** A signed contract with all of its fields filled in, and a chain of `eventCount` events. */
export const sampleContract = ({
  values,
  signature = {},
  eventCount = 5,
  countersignature = null,
}: Change = {}) =>
  sampleOf(
    firstAgreements.venue_partnership_agreement,
    { ...exampleContractValues, ...values },
    signature,
    eventCount,
    countersignature,
  )

/** A signed NDA. */
export const sampleNda = ({ values, signature = {}, eventCount = 5, countersignature = null }: Change = {}) =>
  sampleOf(firstAgreements.nda, { ...exampleNdaValues, ...values }, signature, eventCount, countersignature)
