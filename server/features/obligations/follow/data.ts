import { and, eq, sql } from 'drizzle-orm'
import { enteredTerms, isFirstContract } from '#contract/documents/agreed-terms.ts'
import type { AgreementBlock } from '#contract/documents/agreements/agreement.ts'
import { type ClosedFor, moneyKinds, type ObligationKind } from '#contract/obligations/kinds.ts'
import type { TermAnswers } from '#contract/obligations/terms.ts'
import { appendixAFields } from '#contract/partners/appendix-a-fields.ts'
import type { Executor } from '#server/db/client.ts'
import { findRow, lockRow } from '#server/db/rows.ts'
import { obligations, termAnswers } from '#server/db/schema/obligations.ts'
import { partnerDocuments, partnerProfiles } from '#server/db/schema/partners.ts'
import { documentSignatures } from '#server/db/schema/signatures.ts'
import { getAgreementInForce, getAgreementVersion } from '#server/features/agreement-types/data.ts'
import { pick } from '#server/pick.ts'

/** The type of agreement whose terms are those of an event. */
const eventAgreement = 'venue_partnership_agreement'

const agreementColumns = {
  ...pick(partnerDocuments, 'id', 'partnerId', 'documentType', 'status', 'signedAt', 'voidedAt', 'appendixA'),
}

const isEventAgreement = (id: string) =>
  and(eq(partnerDocuments.id, id), eq(partnerDocuments.documentType, eventAgreement))

/** Returns an agreement of this type; undefined for another one. */
export const getAgreement = (db: Executor, id: string) =>
  findRow(db.select(agreementColumns).from(partnerDocuments), isEventAgreement(id))

/** Like `getAgreement`, locked until the transaction ends. */
export const lockAgreement = (tx: Executor, id: string) =>
  lockRow(tx.select(agreementColumns).from(partnerDocuments), isEventAgreement(id), 'no key update')

export type Agreement = NonNullable<Awaited<ReturnType<typeof getAgreement>>>

/** Returns the signed values and the text of an agreement. One that was signed on paper has the terms that staff entered, and the text in force. */
export const getSignedTerms = async (
  tx: Executor,
  agreement: Agreement,
): Promise<{ values: Record<string, string>; blocks: readonly AgreementBlock[] }> => {
  const [signature] = await tx
    .select(pick(documentSignatures, 'values', 'agreementVersion'))
    .from(documentSignatures)
    .where(eq(documentSignatures.documentId, agreement.id))
  const text = signature
    ? await getAgreementVersion(tx, eventAgreement, signature.agreementVersion)
    : await getAgreementInForce(tx, eventAgreement)
  return { values: signature?.values ?? (await getEnteredTerms(tx, agreement)), blocks: text?.blocks ?? [] }
}

const getEnteredTerms = async (tx: Executor, agreement: Agreement) => {
  const ofType = await tx
    .select(pick(partnerDocuments, 'id', 'documentType'))
    .from(partnerDocuments)
    .where(
      and(
        eq(partnerDocuments.partnerId, agreement.partnerId),
        eq(partnerDocuments.documentType, eventAgreement),
      ),
    )
    .orderBy(partnerDocuments.createdAt, partnerDocuments.id)
  const [profile] = await tx
    .select(pick(partnerProfiles, ...appendixAFields))
    .from(partnerProfiles)
    .where(eq(partnerProfiles.id, agreement.partnerId))
  return enteredTerms(agreement, isFirstContract(agreement, ofType) ? (profile ?? null) : null)
}

interface EventOfAgreement {
  /** The activation that the agreement belongs to, which is the first of several; null without one. */
  activationId: string | null
  /** The days of the activations at the place, `YYYY-MM-DD`; null without one. */
  firstDay: string | null
  lastDay: string | null
  /** The time zone of the place, which is that of the company if it is not known. */
  timeZone: string
  /** The day of the signature at the place. */
  signedOn: string
  isCanceled: boolean
  isReplaced: boolean
}

/** Returns the event of an agreement: when its activations take place, and whether it was canceled or the agreement replaced. */
export const getEvent = async (tx: Executor, { id, signedAt }: Agreement): Promise<EventOfAgreement> => {
  const moment = sql`${(signedAt ?? new Date()).toISOString()}::timestamptz`
  const day = (at: unknown) => sql`to_char(local_time(${at}, place.zone), 'YYYY-MM-DD')`
  const { rows } = await tx.execute<EventOfAgreement & Record<string, unknown>>(sql`
    with own as (
      select * from partner_activations where document_id = ${id}
    ), held as (
      select * from own where stage <> 'canceled' or not exists (select from own where stage <> 'canceled')
    ), first as (
      select * from held order by activation_date, id limit 1
    ), place as (
      select coalesce((select time_zone from first), (select time_zone from report_settings)) as zone
    )
    select (select id from first) as "activationId", place.zone as "timeZone",
      (select ${day(sql`min(activation_date)`)} from held) as "firstDay",
      -- An event that ends at midnight has no part in the day that begins then.
      (select ${day(sql`max(coalesce(ends_at - interval '1 second', activation_date))`)} from held) as "lastDay",
      ${day(moment)} as "signedOn",
      coalesce((select stage = 'canceled' from first), false) as "isCanceled",
      exists (select from partner_documents later join partner_documents signed on signed.id = ${id}
        where later.partner_id = signed.partner_id and later.document_type = signed.document_type and later.id <> signed.id
          and later.replaces_earlier and later.status = 'signed' and later.signed_at > signed.signed_at) as "isReplaced"
    from place`)
  const [event] = rows
  if (!event) throw new Error('An agreement has no event')
  return event
}

/**
 * Returns the sum of the approved invoices for additional costs, also by the agreements that this one replaced, and the day at the place on
 * which the last of them was received; undefined if there are none.
 */
export const getApprovedCosts = async (tx: Executor, { id }: Agreement, timeZone: string) => {
  const { rows } = await tx.execute<{ amountCents: string; receivedOn: string }>(sql`
    select sum(invoice.amount_cents) as "amountCents", to_char(max(local_time(invoice.received_at, ${timeZone})), 'YYYY-MM-DD') as "receivedOn"
    from partner_documents signed
    join partner_documents earlier on earlier.id = signed.id or signed.replaces_earlier and earlier.partner_id = signed.partner_id
      and earlier.document_type = signed.document_type and earlier.signed_at < signed.signed_at
    join obligations own on own.document_id = earlier.id and own.kind = 'additional_costs'
    join invoices invoice on invoice.obligation_id = own.id and invoice.status in ('approved', 'scheduled')
    where signed.id = ${id} having count(*) > 0`)
  const [costs] = rows
  return costs && { ...costs, amountCents: Number(costs.amountCents) }
}

export const getAnswers = async (db: Executor, documentId: string) => {
  const [row] = await db
    .select(pick(termAnswers, 'asked', 'answers', 'updatedAt'))
    .from(termAnswers)
    .where(eq(termAnswers.documentId, documentId))
  return row
}

/** Stores what is asked about an agreement, and the answers. */
export const saveAnswers = async (
  tx: Executor,
  { id: documentId, partnerId }: { id: string; partnerId: string },
  { asked, answers }: { asked: string[]; answers: TermAnswers },
) => {
  await tx
    .insert(termAnswers)
    .values({ documentId, partnerId, asked, answers })
    .onConflictDoUpdate({
      target: termAnswers.documentId,
      set: { asked, answers },
      // An agreement is followed with each payment, which must not make an open form with the answers out of date.
      setWhere: sql`(${termAnswers.asked}, ${termAnswers.answers}) is distinct from (excluded.asked, excluded.answers)`,
    })
}

export const listOfAgreement = (tx: Executor, documentId: string) =>
  tx.select().from(obligations).where(eq(obligations.documentId, documentId))

export const insertObligations = async (tx: Executor, rows: (typeof obligations.$inferInsert)[]) => {
  if (rows.length > 0) await tx.insert(obligations).values(rows)
}

export const updateObligation = async (
  tx: Executor,
  id: string,
  change: Partial<typeof obligations.$inferInsert>,
) => {
  await tx.update(obligations).set(change).where(eq(obligations.id, id))
}

/** Closes what is open of an agreement, by the portal itself. */
export const closeOpen = async (tx: Executor, documentId: string, closedFor: ClosedFor) => {
  await tx
    .update(obligations)
    .set({ status: 'waived', closedFor, decidedAt: new Date(), decidedBy: null })
    .where(and(eq(obligations.documentId, documentId), eq(obligations.status, 'open')))
}

/** Maps the kinds of the obligations of the newest agreement that this one replaced to their ids. */
export const listPredecessors = async (tx: Executor, { id }: Agreement) => {
  const { rows } = await tx.execute<{ id: string; kind: ObligationKind }>(sql`
    select distinct on (own.kind) own.id, own.kind
    from partner_documents signed
    join partner_documents earlier on earlier.partner_id = signed.partner_id and earlier.document_type = signed.document_type
      and earlier.signed_at < signed.signed_at
    join obligations own on own.document_id = earlier.id
    where signed.id = ${id} and signed.replaces_earlier
      and not exists (select from obligations other where other.predecessor_id = own.id and other.document_id <> signed.id)
    order by own.kind, earlier.signed_at desc`)
  return new Map(rows.map((row) => [row.kind, row.id]))
}

/** Locks the obligations of the agreements that this one replaced, so that payments toward them are counted with those of their successors. */
export const lockReplaced = async (tx: Executor, { id }: Agreement) => {
  await tx.execute(sql`
    select own.id from obligations own
    join partner_documents earlier on earlier.id = own.document_id
    join partner_documents signed on signed.id = ${id} and signed.replaces_earlier
    where earlier.partner_id = signed.partner_id and earlier.document_type = signed.document_type and earlier.signed_at < signed.signed_at
    order by own.created_at, own.id for update of own`)
}

/** The obligations to pay of an agreement, and those that succeed them. */
const concerned = (documentId: string) => sql`concerned as (
      select id from obligations where document_id = ${documentId} and kind in ${moneyKinds}
      union select next.id from obligations next join concerned on next.predecessor_id = concerned.id
    )`

/**
 * Locks the obligations whose payments `recountPaid` sums up, so that no sum leaves out a payment that is recorded at the same moment. All
 * lock the oldest first.
 */
export const lockPaid = async (tx: Executor, documentId: string) => {
  await tx.execute(sql`
    with recursive ${concerned(documentId)}
    select own.id from obligations own join concerned on concerned.id = own.id order by own.created_at, own.id for update of own`)
}

/** Returns the ids of an agreement and of those that have replaced it, the oldest first. */
export const listFollowing = async (tx: Executor, documentId: string) => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select later.id from partner_documents signed
    join partner_documents later on later.id = signed.id or later.partner_id = signed.partner_id
      and later.document_type = signed.document_type and later.replaces_earlier and later.signed_at > signed.signed_at
    where signed.id = ${documentId} order by later.signed_at, later.id`)
  return rows.map(({ id }) => id)
}

/**
 * Sums up the payments of an agreement's obligations, with those toward what they succeed, and does the same for their successors. One with
 * an amount is done once it is paid. A refund by the other side counts against it, and payments in another currency do not count. Call
 * `lockPaid` first.
 */
export const recountPaid = (tx: Executor, documentId: string) =>
  tx.execute(sql`
    with recursive ${concerned(documentId)}, line as (
      select id, id as part_id from concerned
      union select line.id, part.predecessor_id from line join obligations part on part.id = line.part_id
      where part.predecessor_id is not null
    ), paid as (
      select line.id, coalesce(sum(case when payment.paid_by = own.owed_by then payment.amount_cents else -payment.amount_cents end), 0) as cents
      from line join obligations own on own.id = line.id
      left join payments payment on payment.obligation_id = line.part_id and payment.currency = own.currency
      group by line.id
    ), counted as (
      select own.id, paid.cents, case
        when own.status = 'waived' or own.amount_cents is null then own.status
        when paid.cents >= own.amount_cents then 'done' else 'open' end as status
      from paid join obligations own on own.id = paid.id
    )
    update obligations own set paid_cents = counted.cents, status = counted.status, updated_at = now(),
      decided_at = case when own.status = counted.status then own.decided_at else now() end
    from counted where counted.id = own.id and (own.paid_cents, own.status) is distinct from (counted.cents, counted.status)`)
