import { sql } from 'drizzle-orm'
import { check, index, pgTable, varchar } from 'drizzle-orm/pg-core'
import { limits } from '#contract/limits.ts'
import { createdAt, primaryId, timestamptz, updatedAt } from './columns.ts'
import { ofPartner } from './partners.ts'
import { byUser } from './users.ts'

export const partnerActivations = pgTable(
  'partner_activations',
  {
    id: primaryId(),
    partnerId: ofPartner(),
    name: varchar({ length: limits.name }).notNull(),
    /** The start of the activation. */
    activationDate: timestamptz().notNull(),
    endsAt: timestamptz(),
    /** The IANA name of the time zone of the place; null if times are shown in the reader's time zone. */
    timeZone: varchar({ length: limits.timeZone }),
    place: varchar({ length: limits.name }),
    description: varchar({ length: limits.description }),
    createdBy: byUser(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('partner_activations_partner').on(table.partnerId, table.activationDate),
    index('partner_activations_created').on(table.createdAt),
    index('partner_activations_search').using('gin', sql`compared_text(${table.name}) gin_trgm_ops`),
    // The calendar finds what takes place in a period by this expression.
    index('partner_activations_time').using(
      'gist',
      sql`tstzrange(${table.activationDate}, coalesce(${table.endsAt}, ${table.activationDate}), '[]')`,
    ),
    check('partner_activations_ends_after_start', sql`${table.endsAt} > ${table.activationDate}`),
  ],
)
