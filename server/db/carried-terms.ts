import { type SQL, sql } from 'drizzle-orm'
import { appendixAFields } from '#contract/partners/appendix-a-fields.ts'

/** Returns the name of a column in the database by its name in the schema. */
export const columnOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The terms of a partner's profile in the form in which an agreement stores its terms, for a query with the alias `holder`. */
const profileTerms = sql.raw(
  `jsonb_build_object(${appendixAFields.map((name) => `'${name}', holder.${columnOf(name)}`).join(', ')})`,
)

/** The terms that name the day on which an agreement was made. An agreement that replaces it is made on another day. */
const ofThatDay = sql`array['partnershipDate', 'partnershipSignatureDate']`

/** The id of the agreement that a new one of its type replaces: the partner's last signed and not voided one, preferring one in force. */
export const replacedDocument = (partnerId: SQL, documentType: SQL) => sql`(
  select earlier.id from partner_documents earlier
  where earlier.partner_id = ${partnerId} and earlier.document_type = ${documentType}
    and earlier.status = 'signed' and earlier.voided_at is null
  order by earlier.ends_on is null or earlier.ends_on >= (now() at time zone 'utc')::date desc, earlier.signed_at desc, earlier.id
  limit 1)`

/**
 * The terms that a new agreement takes over from the one that it replaces, as staff would enter them: the terms of that agreement or, if
 * it is the first and has none, those of the profile; null if there are none. Only the partnership agreement has terms.
 */
export const carriedTerms = (partnerId: SQL, documentType: SQL) => sql`(
  select nullif(jsonb_strip_nulls(coalesce(replaced.appendix_a, case when replaced.id = (
      select first.id from partner_documents first
      where first.partner_id = replaced.partner_id and first.document_type = replaced.document_type
      order by first.created_at, first.id limit 1
    ) then ${profileTerms} end)) - ${ofThatDay}, '{}'::jsonb)
  from partner_documents replaced join partner_profiles holder on holder.id = replaced.partner_id
  where replaced.id = ${replacedDocument(partnerId, documentType)} and replaced.document_type = 'venue_partnership_agreement')`
