import { keysOf } from '../keys-of.ts'

/** The events of an evidence chain, with their names on the certificate page and in lists. */
export const evidenceEventLabels = {
  created: 'Created',
  terms_changed: 'Terms changed',
  opened: 'Opened',
  read_to_end: 'Read to the end',
  consented: 'Consented to sign electronically',
  signed: 'Signed',
  sealed: 'Sealed',
  timestamped: 'Timestamped',
  copy_sent: 'Copy sent by email',
  downloaded: 'Downloaded',
  marked_signed: 'Marked as signed on paper',
  scan_added: 'Scan of the paper added',
  taken_back: 'Signature on paper taken back',
  voided: 'Voided',
  withdrawn: 'Deleted before it was signed',
  declined: 'Declined by the partner',
  dates_changed: 'Effective or end date changed',
  replaced: 'Replaced by a later agreement',
  countersigned: 'Signed by the company',
  amends: 'Agreements to amend listed',
  amended: 'Amended by a later agreement',
  payment_recorded: 'Payment recorded',
  payment_reversed: 'Payment reversed',
} as const satisfies Record<string, string>

export type EvidenceEventType = keyof typeof evidenceEventLabels
export const evidenceEventTypes = keysOf(evidenceEventLabels)

/** The parts that are sealed: the agreement with the partner's signature, and with the company's as well. */
export const sealParts = ['signature', 'countersignature'] as const
export type SealPart = (typeof sealParts)[number]
