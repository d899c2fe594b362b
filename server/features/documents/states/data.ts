import { type SQL, sql } from 'drizzle-orm'
import { type DocumentState, endingDays } from '#contract/documents/document-filters.ts'
import { awaitsCompany } from '../countersigning/data.ts'
import { overdueMinutes } from '../sealing/overdue.ts'

/** A condition on an agreement. `document` is the table of agreements, that of their facts, or an alias. */
type Condition = (document: SQL) => SQL

const today = sql`(now() at time zone 'utc')::date`
const isSigned: Condition = (document) => sql`${document}.status = 'signed' and ${document}.voided_at is null`

/** Whether the file of a signature is missing for too long. `seal` is an alias of the seals. */
export const isOverdueSeal = (seal: SQL) => sql`(
  ${seal}.sealed_at is null and ${seal}.requested_at < now() - make_interval(mins => ${overdueMinutes})
  -- The PDF with the company's signature waits for the one without.
  and (${seal}.part = 'signature' or not exists (
    select from document_seals as earlier
    where earlier.document_id = ${seal}.document_id and earlier.part = 'signature' and earlier.sealed_at is null)))`

/**
 * The meaning of each state, in one place for the list and for everything that counts agreements. `latest` and `next` depend on the other
 * agreements of the partner, so only `agreement_facts` can be asked for them.
 */
export const isInState: Record<DocumentState, Condition> = {
  to_sign: (document) => sql`${document}.status = 'pending' and ${document}.declined_at is null`,
  declined: (document) => sql`${document}.declined_at is not null`,
  signed: isSigned,
  latest: (document) => sql`${document}.is_latest`,
  waiting_for_company: awaitsCompany,
  unsealed: (document) =>
    sql`${document}.id in (select seal.document_id from document_seals seal where ${isOverdueSeal(sql`seal`)})`,
  ending: (document) =>
    sql`${isSigned(document)} and ${document}.ends_on between ${today} and ${today} + ${endingDays}::int`,
  ended: (document) => sql`${isSigned(document)} and ${document}.ends_on < ${today}`,
  void: (document) => sql`${document}.voided_at is not null`,
  not_void: (document) => sql`${document}.voided_at is null`,
  next: (document) => sql`${document}.is_next`,
}

/** Whether the owner of an agreement's partner is disabled. Few are, so this is the condition that is fast to check. */
export const isOwnerDisabled: Condition = (document) => sql`exists (
  select from users account join partner_profiles profile on profile.user_id = account.id
  where account.disabled_at is not null and profile.id = ${document}.partner_id)`
