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
import { belongsTo, createdAt, enumCheck, primaryId, timestamptz, updatedAt } from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: primaryId(),
    email: varchar({ length: limits.email }).notNull(),
    firstName: varchar({ length: limits.name }),
    lastName: varchar({ length: limits.name }),
    /** Of their picture in `user_pictures`. */
    profileImageUrl: varchar({ length: limits.url }),
    /** The zone of the dates in their emails: the one that they chose, else that of their browser; null, for UTC, before they sign in. */
    timeZone: varchar({ length: limits.timeZone }),
    /** Whether they chose it. Until then it follows their browser. */
    isTimeZoneChosen: boolean().notNull().default(false),
    role: varchar({ length: 20, enum: roles }).notNull().default('user'),
    partnerGroup: varchar({ length: limits.group }),
    disabledAt: timestamptz(),
    /** When their personal data was erased. The row is left for what is kept and refers to it. */
    erasedAt: timestamptz(),
    /** Since when they have been staff without interruption; null for partners. A trigger sets it. */
    staffSince: timestamptz(),
    /** The search text of users, as `compared_text` writes it. Stored, since computing it for each row took most of the time of a search. */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        sql`compared_text(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || email)`,
      ),
    /** When a mail server last refused emails to the address for good, and what it said; null while it takes them. */
    emailRefusedAt: timestamptz(),
    emailRefusal: varchar({ length: limits.description }),
    /** When the first invitation was emailed to them; null for users who were never invited, such as imported ones. */
    invitedAt: timestamptz(),
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

/** Refers to the user to whom the row belongs, and with whom it is deleted. */
export const ofUser = () => belongsTo(() => users.id)

/** The user who did it; null once that user is deleted. */
export const byUser = () => uuid().references(() => users.id, { onDelete: 'set null' })

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
    userId: ofUser(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index('user_identities_user').on(table.userId),
  ],
)

/** Where a picture comes from: chosen on the account page, or named by the OpenID provider. */
export const pictureSources = ['account', 'provider'] as const

/** The picture of a user, or that they want none: then the provider's does not come back. */
export const userPictures = pgTable(
  'user_pictures',
  {
    userId: ofUser().primaryKey(),
    /** Its name in the store, which is part of its address; null for none. */
    objectKey: varchar({ length: 64 }),
    source: varchar({ length: 20, enum: pictureSources }).notNull(),
    /** Where it was fetched. */
    providerUrl: varchar({ length: limits.url }),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('user_pictures_object_unique').on(table.objectKey),
    enumCheck('user_pictures_source_known', table.source, pictureSources),
  ],
)

export const signInMethods = ['code', 'link', 'provider', 'passkey', 'demo'] as const

export type SignInMethod = (typeof signInMethods)[number]

/** What a session stores beside its user. */
export interface SessionData {
  method: SignInMethod
  /** While a member of staff views the portal as a partner: the partner, and until when (ISO 8601). */
  viewing?: { partnerId: string; until: string }
}

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's token, in hexadecimal: a reader of the table cannot sign in with it. */
    sid: varchar({ length: 64 }).primaryKey(),
    userId: ofUser(),
    /** Names the session where its secret must not appear. */
    id: uuid().notNull().unique().default(sql`gen_random_uuid()`),
    sess: jsonb().$type<SessionData>().notNull(),
    signedInAt: createdAt(),
    /** When the user last proved to be present, by signing in or in between. */
    verifiedAt: createdAt(),
    /** When a passkey or a recovery code last proved the user in this session; null: a code, a link or the provider alone. */
    passkeyAt: timestamptz(),
    /** To the minute. */
    lastUsedAt: createdAt(),
    /** The browser and the network address that signed in. */
    userAgent: varchar({ length: limits.userAgent }).notNull().default(''),
    address: varchar({ length: 45 }).notNull().default(''),
    expire: timestamptz().notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expire').on(table.expire)],
)

/**
 * A sign-in by email that has begun. Its secrets are stored as hashes. Of one email address at most one is open: a new
 * request deletes the one before.
 */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    id: primaryId(),
    email: varchar({ length: limits.email }).notNull(),
    /** The first admin's link, which no browser has requested: any browser may use it, and no request replaces it. */
    anyBrowser: boolean().notNull().default(false),
    /** scrypt of the code, as cost:salt:key; null until the mail is written, and where the mail has only a link. */
    codeHash: varchar({ length: 200 }),
    tokenHash: varchar({ length: 64 }),
    expiresAt: timestamptz().notNull(),
    usedAt: timestamptz(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('sign_in_attempts_open')
      .on(sql`lower(${table.email})`)
      .where(sql`${table.usedAt} is null and not ${table.anyBrowser}`),
    index('sign_in_attempts_token').on(table.tokenHash),
    index('sign_in_attempts_expires').on(table.expiresAt),
  ],
)

/** A browser that may use the code and the link of an attempt, because it has requested them. */
export const signInBrowsers = pgTable(
  'sign_in_browsers',
  {
    /** SHA-256 of its cookie, which is new with each request. */
    browserHash: varchar({ length: 64 }).primaryKey(),
    attemptId: belongsTo(() => signInAttempts.id),
    tries: smallint().notNull().default(0),
    returnTo: text().notNull().default('/'),
  },
  (table) => [index('sign_in_browsers_attempt').on(table.attemptId)],
)

/** What is counted for an email address across its attempts, whether or not it has an account. Its row is also their lock. */
export const signInAddresses = pgTable(
  'sign_in_addresses',
  {
    /** In lower case. */
    email: varchar({ length: limits.email }).primaryKey(),
    /** Wrong codes within a day of the first of them. */
    wrongCodes: smallint().notNull().default(0),
    wrongCodesSince: timestamptz(),
    /** When the owner was emailed about them. */
    warnedAt: timestamptz(),
    /** The last email that there is no account, by its row in the email log, and when it was written. */
    noAccountLogId: uuid(),
    noAccountAt: timestamptz(),
    updatedAt: updatedAt(),
  },
  (table) => [index('sign_in_addresses_updated').on(table.updatedAt)],
)

export const userEmailPreferences = pgTable('user_email_preferences', {
  userId: ofUser().primaryKey(),
  /** The emails that are switched off, the kinds that are not shown in the bell, and the parts that the digest leaves out. */
  emailOff: text().array().notNull().default(sql`'{}'::text[]`),
  bellOff: text().array().notNull().default(sql`'{}'::text[]`),
  digestOff: text().array().notNull().default(sql`'{}'::text[]`),
  /** No email is sent between these times of the user's zone, `HH:MM`; null for none. */
  quietFrom: varchar({ length: 5 }),
  quietUntil: varchar({ length: 5 }),
})
