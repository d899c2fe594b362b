import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  pgTable,
  pgView,
  primaryKey,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { limits } from '#contract/limits.ts'
import { onboardingStatuses } from '#contract/partners/labels.ts'
import { belongsTo, createdAt, primaryId, timestamptz, updatedAt } from './columns.ts'
import { ofPartner } from './partners.ts'
import { byUser, users } from './users.ts'

/**
 * The people of a partner, and those who are invited. The owner is the member whose user the profile names, so no column repeats it. The
 * database adds the owner's row with the profile, and refuses a profile whose user is not a member.
 */
export const partnerMembers = pgTable(
  'partner_members',
  {
    id: primaryId(),
    partnerId: ofPartner(),
    /** The person; null until the invitation is accepted. */
    userId: uuid().references(() => users.id, { onDelete: 'cascade' }),
    /** The address and the names that the inviter typed. All three are null for an owner who was never invited by another member. */
    email: varchar({ length: limits.email }),
    firstName: varchar({ length: limits.name }),
    lastName: varchar({ length: limits.name }),
    /** The position of the person at the partner, such as "Event manager". */
    title: varchar({ length: limits.name }),
    /** Whether a member signs agreements and sees agreements, terms and amounts. The owner does so in any case. */
    canSign: boolean().notNull().default(false),
    invitedBy: byUser(),
    invitedAt: timestamptz(),
    acceptedAt: timestamptz(),
    /** When the person last used the portal for this partner; null before that. */
    lastSeenAt: timestamptz(),
    /** When the owner, `ownershipOfferedBy`, last offered this member to become the owner; null without an open offer. */
    ownershipOfferedAt: timestamptz(),
    ownershipOfferedBy: byUser(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('partner_members_user_unique').on(table.partnerId, table.userId),
    uniqueIndex('partner_members_invited_unique')
      .on(table.partnerId, sql`lower(${table.email})`)
      .where(sql`${table.userId} is null`),
    index('partner_members_user').on(table.userId, table.acceptedAt),
    index('partner_members_invited').on(sql`lower(${table.email})`).where(sql`${table.userId} is null`),
    uniqueIndex('partner_members_offer_unique')
      .on(table.partnerId)
      .where(sql`${table.ownershipOfferedAt} is not null`),
    check('partner_members_accepted', sql`(${table.userId} is null) = (${table.acceptedAt} is null)`),
    check('partner_members_invited', sql`${table.userId} is not null or ${table.email} is not null`),
    check('partner_members_offer', sql`${table.ownershipOfferedAt} is null or ${table.userId} is not null`),
  ],
)

/**
 * Everyone who belongs to a partner or did. The partner's people read the names of these on what they did, and "Partner team" for all
 * others. The database adds a row with each membership.
 */
export const partnerPeople = pgTable(
  'partner_people',
  { partnerId: ofPartner(), userId: belongsTo(() => users.id) },
  (table) => [
    primaryKey({ columns: [table.partnerId, table.userId] }),
    index('partner_people_user').on(table.userId),
  ],
)

/**
 * The partners that each user belongs to, with the user's rights and what access depends on. Everything that asks whose partner somebody
 * is reads this view.
 */
export const memberships = pgView('memberships', {
  userId: uuid().notNull(),
  partnerId: uuid().notNull(),
  isOwner: boolean().notNull(),
  /** Whether the user signs agreements and sees agreements, terms and amounts. */
  canSign: boolean().notNull(),
  acceptedAt: timestamptz().notNull(),
  onboardingStatus: varchar({ length: 20, enum: onboardingStatuses }).notNull(),
  /** The names in the partner's profile. */
  fullName: varchar().notNull(),
  businessName: varchar().notNull(),
  /** The group of the owner. */
  partnerGroup: varchar(),
  /** The row in `partner_members`. */
  memberId: uuid().notNull(),
  /** The conversation of the partner with the team. */
  conversationId: uuid().notNull(),
  /** Whether other people belong to the partner, too. */
  hasOtherMembers: boolean().notNull(),
}).existing()

/** The order in which a user's partners come: the partner that they own first, then the others as they joined them. */
export const ownPartnerFirst = [
  sql`${memberships.isOwner} desc`,
  sql`${memberships.acceptedAt}`,
  sql`${memberships.partnerId}`,
]
