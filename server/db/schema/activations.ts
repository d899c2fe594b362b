import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uuid, varchar } from 'drizzle-orm/pg-core'
import { activationStages } from '#contract/activation-stages.ts'
import type { Contact } from '#contract/activations.ts'
import { limits } from '#contract/limits.ts'
import { belongsTo, createdAt, enumCheck, primaryId, timestamptz, updatedAt } from './columns.ts'
import { ofPartner, partnerDocuments } from './partners.ts'
import { taskSets } from './task-sets.ts'
import { byUser } from './users.ts'

export const partnerActivations = pgTable(
  'partner_activations',
  {
    id: primaryId(),
    partnerId: ofPartner(),
    /** The id that the activations of one event for several partners share; null for an event of one partner. */
    definitionId: uuid(),
    stage: varchar({ length: 20, enum: activationStages }).notNull().default('planned'),
    name: varchar({ length: limits.name }).notNull(),
    /** The start of the activation. */
    activationDate: timestamptz().notNull(),
    endsAt: timestamptz(),
    /** The IANA name of the time zone of the place; null if times are shown in the reader's time zone. */
    timeZone: varchar({ length: limits.timeZone }),
    place: varchar({ length: limits.name }),
    description: varchar({ length: limits.description }),
    /** How to get in, and where to park. */
    arrival: varchar({ length: limits.description }),
    /** How many guests and sign-ups are expected. */
    expectedGuests: integer(),
    expectedSignUps: integer(),
    contacts: jsonb().$type<Contact[]>().notNull().default([]),
    /** The agreement of the partner that the activation belongs to. */
    documentId: uuid().references(() => partnerDocuments.id, { onDelete: 'set null' }),
    /** The plan whose tasks the activation was given. */
    planId: uuid().references(() => taskSets.id, { onDelete: 'set null' }),
    /** The text that searches compare, stored like that of partners. */
    searchText: text().notNull().generatedAlwaysAs(sql`compared_text(name || ' ' || coalesce(place, ''))`),
    createdBy: byUser(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('partner_activations_partner').on(table.partnerId, table.activationDate),
    index('partner_activations_date').on(table.activationDate, table.id),
    index('partner_activations_definition')
      .on(table.definitionId)
      .where(sql`${table.definitionId} is not null`),
    index('partner_activations_document').on(table.documentId).where(sql`${table.documentId} is not null`),
    index('partner_activations_plan').on(table.planId).where(sql`${table.planId} is not null`),
    index('partner_activations_created').on(table.createdAt, table.id),
    index('partner_activations_search').using('gin', sql`${table.searchText} gin_trgm_ops`),
    // The calendar finds what takes place in a period by this expression.
    index('partner_activations_time').using(
      'gist',
      sql`tstzrange(${table.activationDate}, coalesce(${table.endsAt}, ${table.activationDate}), '[]')`,
    ),
    enumCheck('partner_activations_stage_known', table.stage, activationStages),
    check('partner_activations_expected', sql`least(${table.expectedGuests}, ${table.expectedSignUps}) >= 0`),
    check('partner_activations_ends_after_start', sql`${table.endsAt} > ${table.activationDate}`),
  ],
)

/** The comments of the partner and of staff on an activation. */
export const activationComments = pgTable(
  'activation_comments',
  {
    id: primaryId(),
    activationId: belongsTo(() => partnerActivations.id),
    /** The author; null once that user is deleted. */
    authorId: byUser(),
    body: varchar({ length: limits.message }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index('activation_comments_activation').on(table.activationId, table.createdAt),
    index('activation_comments_author').on(table.authorId),
  ],
)
