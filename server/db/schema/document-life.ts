import { sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, check, date, varchar } from 'drizzle-orm/pg-core'
import { limits } from '#contract/limits.ts'
import { timestamptz } from './columns.ts'

/** The columns of an agreement that are set when it is given to partners. */
export const givenLife = {
  /** The first day on which the agreement is in force; `endsOn` is the last. Both are in UTC. */
  effectiveOn: date({ mode: 'string' }),
  endsOn: date({ mode: 'string' }),
  /** Whether the partner's earlier signed agreements of the same type end when this one is signed. */
  replacesEarlier: boolean().notNull().default(false),
}

/** The columns that describe a partner's agreement, apart from its signature. */
export const documentLife = {
  ...givenLife,
  /** When the partner declined to sign the agreement, and why. */
  declinedAt: timestamptz(),
  declineReason: varchar({ length: limits.reason }),
  /** When an admin voided the agreement, and why. The evidence chain names the admin. Erasing the partner deletes the reason. */
  voidedAt: timestamptz(),
  voidReason: varchar({ length: limits.reason }),
}

type LifeColumns = Record<keyof typeof documentLife | 'status', AnyPgColumn>

export const documentLifeChecks = (table: LifeColumns) => [
  check(
    'partner_documents_declined_while_pending',
    sql`${table.declinedAt} is null or ${table.status} = 'pending'`,
  ),
  check(
    'partner_documents_declined_whole',
    sql`(${table.declinedAt} is null) = (${table.declineReason} is null)`,
  ),
  check('partner_documents_voided_when_signed', sql`${table.voidedAt} is null or ${table.status} = 'signed'`),
  check(
    'partner_documents_voided_has_time',
    sql`${table.voidReason} is null or ${table.voidedAt} is not null`,
  ),
  check('partner_documents_ends_after_it_begins', sql`${table.endsOn} >= ${table.effectiveOn}`),
]
