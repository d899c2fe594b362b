import { type Agreement, amendmentType } from '#contract/documents/agreements/agreement.ts'
import { agreementText, drawAgreement } from '#contract/documents/agreements/draw-agreement.ts'
import { type EvidenceEventType, evidenceEventLabels } from '#contract/documents/evidence.ts'
import type { AgreementEvent } from '#server/domain-events/chain/data.ts'
import { eventJson } from '#server/domain-events/chain/event-hash.ts'
import { pick } from '#server/pick.ts'
import type { CountersignatureRow } from '../countersigning/data.ts'
import type { Signature } from '../data.ts'
import type { SignedAgreement, SignerEvidence } from './drawing/signed-agreement.ts'

interface Given {
  /** The text in the version that was signed. */
  agreement: Agreement
  signature: Signature
  /** The signature of the company for the PDF with both signatures; null for the PDF with only the partner's. */
  countersignature: CountersignatureRow | null
  events: AgreementEvent[]
  code: string
  baseUrl: string
  drawnAt: Date
}

/** A chain as JSON that can be checked without the portal: each event as it is hashed, and its hash. */
const chainJson = (events: AgreementEvent[]) =>
  `[\n${events.map((event) => `{"event":${eventJson(event)},"hash":"${event.hash}"}`).join(',\n')}\n]\n`

/** The events of which the certificate says who caused them, since a partner is several people, and the side that causes each. */
const ofPeople: Partial<Record<EvidenceEventType, 'partner' | 'company'>> = {
  opened: 'partner',
  read_to_end: 'partner',
  consented: 'partner',
  signed: 'partner',
  countersigned: 'company',
}

/** Returns what happened, and which of the signers did it. Other people of the partner are not named. */
const descriptionOf = ({ type, data }: AgreementEvent, signers: (Signature | CountersignatureRow)[]) => {
  const label = evidenceEventLabels[type]
  const side = ofPeople[type]
  if (!side || typeof data.by !== 'string') return label
  const signer = signers.find(({ signerId }) => signerId === data.by)
  if (signer) return `${label}, by ${signer.signerName}`
  // The company may sign before the file with the partner's signature is sealed.
  return side === 'partner' ? `${label}, by another person of the partner` : label
}

type Connection = Omit<SignerEvidence, 'signerTitle' | 'digitalSignature'>

const connectionOf = (signed: Signature | CountersignatureRow): Connection => ({
  ...pick(signed, 'signerName', 'signerEmail', 'signedAt', 'ipAddress', 'userAgent', 'signInMethod'),
  provedAt: signed.signedInAt,
  ...pick(signed, 'consentVersion', 'consentText', 'consentSha256'),
})

/**
 * Returns the content of the sealed PDF of an agreement.
 * @throws Error when the text would no longer be drawn as it was signed
 */
export const signedAgreementOf = ({
  agreement,
  signature,
  countersignature,
  events,
  code,
  baseUrl,
  drawnAt,
}: Given): SignedAgreement => {
  const { values, companyName } = signature
  if (agreementText(agreement, values, companyName) !== signature.agreementText) {
    throw new Error('The agreement would not be drawn as it was signed')
  }
  return {
    documentId: signature.documentId,
    title: agreement.title,
    version: agreement.version,
    language: 'en',
    blocks: drawAgreement(agreement, values, companyName),
    text: signature.agreementText,
    textSha256: signature.agreementSha256,
    companyName,
    partnerName: values.recipientCompany ?? '',
    amends: agreement.documentType === amendmentType ? (values.amendedAgreements ?? '').split('\n') : [],
    signature: {
      ...connectionOf(signature),
      signerTitle: values.signerTitle ?? values.partnershipSignerTitle ?? null,
      digitalSignature: values.digitalSignature ?? '',
    },
    countersignature: countersignature && {
      ...connectionOf(countersignature),
      signerTitle: countersignature.signerTitle,
      digitalSignature: `/s/ ${countersignature.signerName}`,
    },
    events: events.map((event) => ({
      ...pick(event, 'sequence', 'at', 'hash'),
      description: descriptionOf(event, countersignature ? [signature, countersignature] : [signature]),
    })),
    evidence: chainJson(events),
    verification: { url: `${baseUrl}/verify?code=${code}`, page: `${baseUrl}/verify`, code },
    drawnAt,
  }
}
