import type { EvidenceEventType } from '#contract/documents/evidence.ts'
import { ownValue } from '#contract/own-value.ts'
import type { AgreementEvent } from '#server/domain-events/chain/data.ts'
import { eventHash, firstHash, valueHash } from '#server/domain-events/chain/event-hash.ts'
import { sha256 } from '#server/sessions/sessions.ts'
import { countersignatureSha256 } from '../countersigning/evidence.ts'
import { signatureSha256 } from '../signing/evidence.ts'
import { type Evidence, sealOf } from './data.ts'

/** Returns the inconsistencies between the rows of one agreement, one sentence each; empty if all is consistent. */
export const checkRows = (evidence: Evidence): string[] => [
  ...chainProblems(evidence),
  ...documentProblems(evidence),
  ...signatureProblems(evidence),
  ...countersignatureProblems(evidence),
  ...paperProblems(evidence),
  ...lifeProblems(evidence),
  ...amendmentProblems(evidence),
]

const chainProblems = ({ chain, events, document }: Evidence) => {
  const problems: string[] = []
  let previousHash = firstHash
  let sequence = 0
  for (const event of events) {
    sequence += 1
    if (event.sequence !== sequence) {
      problems.push(`event ${sequence} is missing`)
      sequence = event.sequence
    } else if (event.previousHash !== previousHash) {
      problems.push(`event ${sequence} does not follow the one before it`)
    }
    if (eventHash(event) !== event.hash) problems.push(`event ${sequence} (${event.type}) has been changed`)
    previousHash = event.hash
  }
  const head = chain ?? { sequence: 0, hash: firstHash }
  if (head.sequence > sequence) problems.push(`event ${head.sequence} is missing at the end`)
  else if (head.sequence < sequence)
    problems.push(`the chain has events after its head, which is ${head.sequence}`)
  else if (chain && head.hash !== previousHash) problems.push('the head of the chain is not its last event')
  const last = events.at(-1)?.type
  if (!document && events.length > 0 && last !== 'withdrawn') problems.push('the agreement is missing')
  if (document && last === 'withdrawn')
    problems.push('the agreement exists, but its chain says that it was deleted')
  if (events[0] && events[0].type !== 'created') problems.push('the chain does not begin with its creation')
  return problems
}

/** Compares the row of the agreement with its chain. */
const documentProblems = ({ events, document }: Evidence) => {
  const created = events.find(({ type }) => type === 'created')?.data
  if (!document || !created) return []
  const ofType = lastOf(events, 'created', 'terms_changed')?.data.documentType
  const isSame =
    created.partnerId === document.partnerId &&
    created.createdAt === document.createdAt.toISOString() &&
    ofType === document.documentType
  return isSame ? [] : ['its partner, type or date has been changed']
}

const lastOf = (events: AgreementEvent[], ...types: EvidenceEventType[]) =>
  events.findLast(({ type }) => types.includes(type))

const signatureProblems = (evidence: Evidence) => {
  const { events, signature, document } = evidence
  const seal = sealOf(evidence, 'signature')
  const signed = lastOf(events, 'signed')
  if (!signature) {
    if (signed) return ['its signature is missing']
    return seal ? ['it has a seal but no signature'] : []
  }
  const problems: string[] = []
  // A signature that is older than the chains gets its events only when it is sealed.
  if (!signed && seal?.sealedAt) problems.push('the chain does not have its signature')
  if (signed && signed.data.signatureSha256 !== signatureSha256(signature)) {
    problems.push('its signature has been changed')
  }
  if (sha256(signature.agreementText) !== signature.agreementSha256)
    problems.push('its text has been changed')
  if (sha256(signature.consentText) !== signature.consentSha256) problems.push('its consent has been changed')
  if (!seal) problems.push('the row of its seal is missing')
  if (!document) return problems
  if (document.status !== 'signed') problems.push('it is signed, but its status says that it is not')
  if (document.signedAt?.getTime() !== signature.signedAt.getTime())
    problems.push('its time has been changed')
  if (valuesProblem(document.signatureData, signature.values)) problems.push('its values have been changed')
  if (
    Object.entries(document.appendixA ?? {}).some(
      ([name, term]) => (ownValue(signature.values, name) ?? '') !== term,
    )
  ) {
    problems.push('its terms have been changed')
  }
  return problems
}

const countersignatureProblems = (evidence: Evidence) => {
  const { events, signature, countersignature, document } = evidence
  const signed = lastOf(events, 'countersigned')
  const seal = sealOf(evidence, 'countersignature')
  if (!countersignature) {
    if (signed) return ["the company's signature is missing"]
    return seal ? ["it has a seal of the company's signature, but no such signature"] : []
  }
  const problems: string[] = []
  if (!signed) problems.push("the chain does not have the company's signature")
  if (signed && signed.data.countersignatureSha256 !== countersignatureSha256(countersignature)) {
    problems.push("the company's signature has been changed")
  }
  if (countersignature.textSha256 !== signature?.agreementSha256)
    problems.push('the company signed another text')
  if (sha256(countersignature.consentText) !== countersignature.consentSha256)
    problems.push("the company's consent has been changed")
  if (!seal) problems.push("the row of the seal of the company's signature is missing")
  if (document?.awaitsCountersignature)
    problems.push("it waits for the company's signature, but it already has one")
  return problems
}

const valuesProblem = (signatureData: string | null, values: Record<string, string>) => {
  try {
    const { documentType: _type, signedAt: _at, ...shown } = JSON.parse(signatureData ?? '{}')
    return valueHash(shown) !== valueHash(values)
  } catch {
    return true
  }
}

const paperProblems = ({ events, signature, document }: Evidence) => {
  const marked = lastOf(events, 'marked_signed', 'taken_back')
  if (signature || !document || marked?.type !== 'marked_signed') return []
  const problems: string[] = []
  if (document.status !== 'signed')
    problems.push('it was marked as signed on paper, but its status says that it was not')
  if (valueHash(document.signatureData) !== marked.data.signatureDataSha256) {
    problems.push('who marked it as signed on paper has been changed')
  }
  const scan = lastOf(events, 'marked_signed', 'taken_back', 'scan_added')
  if ((document.fileSha256 ?? null) !== scan?.data.scanSha256) problems.push('its scan is a different file')
  return problems
}

/** Compares the dates of the agreement, and whether and why it was declined or voided, with its chain. */
const lifeProblems = ({ events, document }: Evidence) => {
  if (!document || events.length === 0) return []
  const problems: string[] = []
  const dates = lastOf(events, 'created', 'dates_changed', 'replaced')?.data
  const { effectiveOn, endsOn, voidedAt, voidReason, declinedAt, declineReason } = document
  if (effectiveOn !== (dates?.effectiveOn ?? null) || endsOn !== (dates?.endsOn ?? null)) {
    problems.push('its effective or end date has been changed')
  }
  const voided = lastOf(events, 'voided')?.data
  if ((voidedAt?.toISOString() ?? null) !== (voided?.voidedAt ?? null)) {
    problems.push('whether or when it was voided has been changed')
  }
  // Erasing the partner deletes the reason, so a missing reason is no problem.
  if (voidReason !== null && valueHash(voidReason) !== voided?.reasonSha256) {
    problems.push('why it was voided has been changed')
  }
  if (declinedAt && valueHash(declineReason) !== lastOf(events, 'declined')?.data.reasonSha256) {
    problems.push('why it was declined has been changed')
  }
  return problems
}

/** Compares the agreements that an amendment amends, and their signed texts, with its chain. */
const amendmentProblems = ({ events, document, amends }: Evidence) => {
  const listed = lastOf(events, 'amends')?.data.agreements ?? []
  if (!document || valueHash(listed) === valueHash(amends)) return []
  return ['which agreements it amends, or what they say, has been changed']
}
