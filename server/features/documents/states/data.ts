import { type SQL, sql } from 'drizzle-orm'
import { type DocumentState, endingDays } from '#contract/documents/document-filters.ts'
import { awaitsCompany } from '../countersigning/data.ts'
import { overdueMinutes } from '../sealing/overdue.ts'

/** A condition on an agreement. `document` is the table of agreements or an alias. */
type Condition = (document: SQL) => SQL

const today = sql`(now() at time zone 'utc')::date`
const isSigned: Condition = (document) => sql`${document}.status = 'signed' and ${document}.voided_at is null`

const ofSame = (document: SQL, condition: SQL) => sql`exists (
  select from partner_documents own where own.partner_id = ${document}.partner_id and own.document_type = ${document}.document_type and ${condition})`

const hasSignedNda = sql`exists (
  select from partner_documents own where own.partner_id = profile.id and own.document_type = 'nda' and ${isSigned(sql`own`)})`

/** Whether the file of a signature is missing for too long. `seal` is an alias of the seals. */
export const isOverdueSeal = (seal: SQL) => sql`(
  ${seal}.sealed_at is null and ${seal}.requested_at < now() - make_interval(mins => ${overdueMinutes})
  -- The PDF with the company's signature waits for the one without.
  and (${seal}.part = 'signature' or not exists (
    select from document_seals as earlier
    where earlier.document_id = ${seal}.document_id and earlier.part = 'signature' and earlier.sealed_at is null)))`

/** The meaning of each state, in one place for the list and for everything that counts agreements. */
export const isInState: Record<DocumentState, Condition> = {
  to_sign: (document) => sql`${document}.status = 'pending' and ${document}.declined_at is null`,
  declined: (document) => sql`${document}.declined_at is not null`,
  signed: isSigned,
  latest: (document) =>
    sql`${isSigned(document)} and not ${ofSame(
      document,
      sql`${isSigned(sql`own`)} and (own.signed_at, own.id) > (${document}.signed_at, ${document}.id)`,
    )}`,
  waiting_for_company: awaitsCompany,
  unsealed: (document) =>
    sql`${document}.id in (select seal.document_id from document_seals seal where ${isOverdueSeal(sql`seal`)})`,
  ending: (document) =>
    sql`${isSigned(document)} and ${document}.ends_on between ${today} and ${today} + ${endingDays}::int`,
  ended: (document) => sql`${isSigned(document)} and ${document}.ends_on < ${today}`,
  void: (document) => sql`${document}.voided_at is not null`,
  not_void: (document) => sql`${document}.voided_at is null`,
  next: (document) => sql`${document}.status = 'pending' and exists (
      select from partner_profiles profile
      where profile.id = ${document}.partner_id and profile.onboarding_status = 'documents'
        -- Erased users are disabled, too, which an index finds.
        and not exists (
          select from users account
          where account.id = profile.user_id and account.disabled_at is not null and account.erased_at is not null)
        and (${document}.document_type = 'nda'
          or (${document}.document_type = 'venue_partnership_agreement' and ${hasSignedNda})))
    and not ${ofSame(
      document,
      sql`(${isSigned(sql`own`)} or (own.status = 'pending' and (own.created_at, own.id) < (${document}.created_at, ${document}.id)))`,
    )}`,
}

/** Whether the owner of an agreement's partner is disabled. Few are, so this is the condition that is fast to check. */
export const isOwnerDisabled: Condition = (document) => sql`exists (
  select from users account join partner_profiles profile on profile.user_id = account.id
  where account.disabled_at is not null and profile.id = ${document}.partner_id)`
