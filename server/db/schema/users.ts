import { sql } from 'drizzle-orm'
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { limits } from '#contract/fields.ts'
import { roles } from '#contract/users/roles.ts'
import { createdAt, enumCheck, primaryId, timestamptz, updatedAt } from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: primaryId(),
    email: varchar({ length: limits.email }).notNull(),
    firstName: varchar({ length: limits.name }),
    lastName: varchar({ length: limits.name }),
    profileImageUrl: varchar({ length: limits.url }),
    role: varchar({ length: 20, enum: roles }).notNull().default('user'),
    partnerGroup: varchar({ length: limits.group }),
    disabledAt: timestamptz(),
    /** The search text of users. Stored, since computing it for each row took most of the time of a search. */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        sql`lower(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || email)`,
      ),
    /** Null for users who have never signed in. */
    lastSignInAt: timestamptz(),
    /** When they last used the portal, to the minute. Null for users who have never signed in. */
    lastSeenAt: timestamptz(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('users_email_unique').on(sql`lower(${table.email})`),
    index('users_created').on(table.createdAt, table.id),
    index('users_role').on(table.role, table.createdAt, table.id),
    index('users_group').on(table.partnerGroup, table.createdAt, table.id),
    index('users_search').using('gin', sql`${table.searchText} gin_trgm_ops`),
    enumCheck('users_role_known', table.role, roles),
  ],
)

/**
 * The number of users of each role in each group, as sums of changes: triggers add a row for each change, and the sweep
 * adds them up. Counting a million users at each page of the list would cost more than the page.
 */
export const userCounts = pgTable('user_counts', {
  role: varchar({ length: 20, enum: roles }).notNull(),
  partnerGroup: varchar({ length: limits.group }),
  users: integer().notNull(),
})

/** The OpenID provider's account with which a user signs in. */
export const userIdentities = pgTable(
  'user_identities',
  {
    issuer: varchar({ length: limits.url }).notNull(),
    subject: varchar({ length: 255 }).notNull(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index('user_identities_user').on(table.userId),
  ],
)

export const signInMethods = ['code', 'link', 'provider', 'demo'] as const

/** What a session stores beside its user: how and when they signed in. */
export interface SessionData {
  method: (typeof signInMethods)[number]
  /** ISO 8601, for the limit of seven days whatever happens. */
  signedInAt: string
  /** While a member of staff views the portal as a partner: the partner, and until when (ISO 8601). */
  viewing?: { partnerId: string; until: string }
}

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token, in hexadecimal: a reader of the table cannot sign in with it. */
    sid: varchar({ length: 64 }).primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    sess: jsonb().$type<SessionData>().notNull(),
    expire: timestamptz().notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expire').on(table.expire)],
)

/** A sign-in by email that has begun. Its secrets are stored as hashes. */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    id: primaryId(),
    email: varchar({ length: limits.email }).notNull(),
    /** SHA-256 of the asking browser's cookie; null for a link that any browser may use (the first admin's). */
    browserHash: varchar({ length: 64 }),
    /** scrypt of the code, as salt:key; null until the mail is written. */
    codeHash: varchar({ length: 200 }),
    tokenHash: varchar({ length: 64 }),
    tries: smallint().notNull().default(0),
    returnTo: text().notNull().default('/'),
    expiresAt: timestamptz().notNull(),
    usedAt: timestamptz(),
    createdAt: createdAt(),
  },
  (table) => [
    index('sign_in_attempts_browser').on(table.browserHash),
    index('sign_in_attempts_token').on(table.tokenHash),
    index('sign_in_attempts_expires').on(table.expiresAt),
  ],
)

const wanted = () => boolean().notNull().default(true)

export const userEmailPreferences = pgTable('user_email_preferences', {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  welcomeEmails: wanted(),
  roleChangeNotifications: wanted(),
  taskAssignments: wanted(),
  taskReminders: wanted(),
  taskOverdue: wanted(),
  resourceNotifications: wanted(),
  weeklyDigests: wanted(),
  chatMessages: wanted(),
})
