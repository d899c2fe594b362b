import canonicalize from 'canonicalize'
import type { EvidenceEventType } from '#contract/documents/evidence.ts'
import { sha256 } from '#server/sessions/sessions.ts'

/** The parts of an event that its hash covers. */
export interface ChainedEvent {
  documentId: string
  sequence: number
  type: EvidenceEventType
  at: Date
  data: Record<string, unknown>
  previousHash: string
}

/** The `previousHash` of the first event of a chain. */
export const firstHash = '0'.repeat(64)

/** Canonical JSON (RFC 8785): the same text for the same value, in whatever order its keys were stored. */
const canonicalJson = (value: unknown): string => {
  const text = canonicalize(value)
  if (text === undefined) throw new Error('There is no JSON of this value')
  return text
}

/** An event as canonical JSON, with its time in ISO 8601 in UTC, to the millisecond. */
export const eventJson = ({ documentId, sequence, type, at, data, previousHash }: ChainedEvent) =>
  canonicalJson({ documentId, sequence, type, at: at.toISOString(), data, previousHash })

/** SHA-256 of the event as canonical JSON, in hexadecimal. */
export const eventHash = (event: ChainedEvent) => sha256(eventJson(event))

/** SHA-256 of any value as canonical JSON, in hexadecimal. Dates count as their ISO 8601 text. */
export const valueHash = (value: unknown) => sha256(canonicalJson(JSON.parse(JSON.stringify(value))))
