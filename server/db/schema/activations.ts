import { sql } from 'drizzle-orm'
import { check, index, pgTable, varchar } from 'drizzle-orm/pg-core'
import { limits } from '#contract/fields.ts'
import { createdAt, primaryId, timestamptz, updatedAt } from './columns.ts'
import { ofPartner } from './partners.ts'
import { byUser } from './users.ts'

export const partnerActivations = pgTable(
  'partner_activations',
  {
    id: primaryId(),
    partnerId: ofPartner(),
    name: varchar({ length: limits.name }).notNull(),
    /** When it starts. */
    activationDate: timestamptz().notNull(),
    endsAt: timestamptz(),
    /** The IANA name of the zone of the place; null where the times are shown in the reader's zone. */
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
    // What is on at a time, written as the calendar asks for it.
    index('partner_activations_time').using(
      'gist',
      sql`tstzrange(${table.activationDate}, coalesce(${table.endsAt}, ${table.activationDate}), '[]')`,
    ),
    check('partner_activations_ends_after_start', sql`${table.endsAt} > ${table.activationDate}`),
  ],
)
