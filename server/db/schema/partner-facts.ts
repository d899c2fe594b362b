import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, pgView, uuid, varchar } from 'drizzle-orm/pg-core'
import { limits } from '#contract/limits.ts'
import { onboardingStatuses } from '#contract/partners/labels.ts'
import { timestamptz } from './columns.ts'
import { ofPartner } from './partners.ts'

/** The place of an onboarding status in the order in which partners go through them. */
export const statusPlace = (status: unknown) =>
  sql`array_position(array['profile', 'documents', 'completed']::text[], ${status}::text)`

/**
 * What the table of partners filters and sorts by, in one narrow row for each partner. Triggers list the partners whose rows are outdated in
 * `partner_facts_due`, and whoever reads the table first brings these rows up to date (`refresh_partner_facts`).
 */
export const partnerFacts = pgTable(
  'partner_facts',
  {
    partnerId: ofPartner().primaryKey(),
    fullName: varchar({ length: limits.name }).notNull(),
    businessName: varchar({ length: limits.name }).notNull(),
    state: varchar({ length: 2 }).notNull(),
    onboardingStatus: varchar({ length: 20, enum: onboardingStatuses }).notNull(),
    /** The group of the owner. */
    partnerGroup: varchar({ length: limits.group }),
    managerId: uuid(),
    /** Whether the owner is disabled; `isErased`, whether the owner was erased. */
    isDisabled: boolean().notNull(),
    isErased: boolean().notNull(),
    /** When the owner was first invited by email; null for never. */
    invitedAt: timestamptz(),
    /** Whether the owner or another person of the partner has ever signed in. */
    hasSignedIn: boolean().notNull(),
    /** When a person of the partner last used the portal for it, and when the team last contacted the partner; null for never. */
    lastSeenAt: timestamptz(),
    lastContactAt: timestamptz(),
    /** The agreements that are not void: all of them, the signed ones, and those that wait for the partner's signature. */
    agreements: integer().notNull(),
    signedAgreements: integer().notNull(),
    agreementsToSign: integer().notNull(),
    hasNda: boolean().notNull(),
    hasPartnership: boolean().notNull(),
    /** Whether the newest signed agreement of a type has an earlier text than the one in force, and none of the type waits to be signed. */
    isBehind: boolean().notNull(),
    openTasks: integer().notNull(),
    /** When the first open task is due; null without open tasks. */
    earliestDue: timestamptz(),
    createdAt: timestamptz().notNull(),
  },
  (table) => [
    index('partner_facts_created').on(table.createdAt, table.partnerId),
    index('partner_facts_name').on(table.fullName, table.partnerId),
    index('partner_facts_business').on(table.businessName, table.partnerId),
    index('partner_facts_state').on(table.state, table.partnerId),
    index('partner_facts_group').on(table.partnerGroup, table.partnerId),
    // Partners without a group come last in either order.
    index('partner_facts_group_down').on(
      table.partnerGroup.desc().nullsLast(),
      table.partnerId.desc().nullsFirst(),
    ),
    index('partner_facts_manager').on(table.managerId, table.createdAt, table.partnerId),
    index('partner_facts_status').on(statusPlace(table.onboardingStatus), table.partnerId),
    index('partner_facts_signed').on(table.signedAgreements, table.partnerId),
    index('partner_facts_tasks').on(table.openTasks, table.partnerId),
    index('partner_facts_earliest').on(table.earliestDue, table.partnerId),
    index('partner_facts_invited').on(table.invitedAt.asc().nullsFirst(), table.partnerId),
    index('partner_facts_seen').on(table.lastSeenAt.asc().nullsFirst(), table.partnerId),
    index('partner_facts_contact').on(table.lastContactAt.asc().nullsFirst(), table.partnerId),
  ],
)

/** The facts of each partner as they are at the moment, computed from the tables. The rows of `partner_facts` are made from it. */
export const currentPartnerFacts = pgView('current_partner_facts', {
  partnerId: uuid().notNull(),
  lastSeenAt: timestamptz(),
  lastContactAt: timestamptz(),
  agreements: integer().notNull(),
  signedAgreements: integer().notNull(),
  agreementsToSign: integer().notNull(),
  openTasks: integer().notNull(),
}).existing()

/** The partners whose facts are outdated, each any number of times. There is no foreign key, so that a deletion needs no order. */
export const partnerFactsDue = pgTable('partner_facts_due', { partnerId: uuid().notNull() })
