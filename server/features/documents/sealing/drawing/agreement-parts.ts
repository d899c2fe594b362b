import type { DrawnBlock, DrawnSegment } from '#contract/documents/agreements/draw-agreement.ts'
import { type SignedAgreement, type SignerEvidence, utcTime } from './signed-agreement.ts'

/** Words of the agreement, or a value that was filled in. */
type Segment = string | { value: string }
type Item = { number: string; segments: Segment[] }
type Row = { label: string; segments: Segment[] }

/** A part of the agreement that the template typesets as one piece. */
type Part =
  | { kind: 'title'; segments: Segment[] }
  | { kind: 'heading'; number: string; segments: Segment[] }
  /** A paragraph that `leads` stays with the table after it. */
  | { kind: 'paragraph'; segments: Segment[]; leads: boolean }
  | { kind: 'clauses'; items: (Item & { items: Item[] })[] }
  | { kind: 'items'; items: Item[] }
  | { kind: 'terms' | 'signatures'; rows: Row[] }

const segmentOf = (segment: DrawnSegment): Segment =>
  'field' in segment ? { value: segment.value ?? segment.placeholder } : segment.text

/** Groups blocks into the lists and tables that they are parts of. */
const partsOf = (blocks: DrawnBlock[]): Part[] => {
  const parts: Part[] = []
  const addRow = (kind: 'terms' | 'signatures', row: Row) => {
    const last = parts.at(-1)
    if (last?.kind === kind) last.rows.push(row)
    else parts.push({ kind, rows: [row] })
  }
  const addClause = (item: Item) => {
    const last = parts.at(-1)
    if (last?.kind === 'clauses') last.items.push({ ...item, items: [] })
    else parts.push({ kind: 'clauses', items: [{ ...item, items: [] }] })
  }
  const addItem = (item: Item) => {
    const last = parts.at(-1)
    if (last?.kind === 'clauses') last.items.at(-1)?.items.push(item)
    else if (last?.kind === 'items') last.items.push(item)
    else parts.push({ kind: 'items', items: [item] })
  }
  for (const [index, block] of blocks.entries()) {
    const { kind, number = '', label = '' } = block
    const segments = block.segments.map(segmentOf)
    if (kind === 'clause') addClause({ number, segments })
    else if (kind === 'item') addItem({ number, segments })
    else if (kind === 'term') addRow('terms', { label, segments })
    else if (kind === 'signature') addRow('signatures', { label, segments })
    else if (kind === 'heading') parts.push({ kind, number, segments })
    else if (kind === 'title') parts.push({ kind, segments })
    else parts.push({ kind, segments, leads: blocks[index + 1]?.kind === 'term' })
  }
  return parts
}

const signatureOf = (signer: SignerEvidence, company: string) => {
  const who = [signer.signerName, signer.signerTitle ?? '', company].filter(Boolean)
  return {
    typed: signer.digitalSignature,
    by: who.flatMap((text, index) => [index === 0 ? 'Signed electronically by ' : ', ', text]),
    at: utcTime(signer.signedAt),
  }
}

/** Returns where the section of the signatures begins: at the heading above the signature lines, or at the end if there are no lines. */
const startOfSigning = (kinds: DrawnBlock['kind'][]) => {
  const first = kinds.indexOf('signature')
  const heading = kinds.slice(0, first + 1).lastIndexOf('heading')
  if (first === -1) return kinds.length
  return heading === -1 ? first : heading
}

/** Returns the agreement part by part, with the signatures below their lines, the partner's signature first. */
export const agreementParts = ({
  blocks,
  signature,
  partnerName,
  countersignature,
  companyName,
}: SignedAgreement) => {
  const kinds = blocks.map(({ kind }) => kind)
  const start = startOfSigning(kinds)
  const end = kinds.includes('signature') ? kinds.lastIndexOf('signature') + 1 : kinds.length
  return {
    before: partsOf(blocks.slice(0, start)),
    signing: partsOf(blocks.slice(start, end)),
    signatures: [
      signatureOf(signature, partnerName),
      ...(countersignature ? [signatureOf(countersignature, companyName)] : []),
    ],
    after: partsOf(blocks.slice(end)),
  }
}
