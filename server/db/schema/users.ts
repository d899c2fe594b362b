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
import { limits } from '#contract/limits.ts'
import { roles } from '#contract/users/roles.ts'
import { belongsTo, createdAt, enumCheck, primaryId, timestamptz, updatedAt } from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: primaryId(),
    email: varchar({ length: limits.email }).notNull(),
    firstName: varchar({ length: limits.name }),
    lastName: varchar({ length: limits.name }),
    /** The address of the user's picture in `user_pictures`. */
    profileImageUrl: varchar({ length: limits.url }),
    /** The time zone of dates in the user's emails: the chosen one, or else their browser's; null, which means UTC, before they sign in. */
    timeZone: varchar({ length: limits.timeZone }),
    /** Whether the user chose the time zone. Until then it is that of their browser. */
    isTimeZoneChosen: boolean().notNull().default(false),
    role: varchar({ length: 20, enum: roles }).notNull().default('user'),
    partnerGroup: varchar({ length: limits.group }),
    disabledAt: timestamptz(),
    /** When the user's personal data was erased. The row remains because data that is kept refers to it. */
    erasedAt: timestamptz(),
    /** When the user became staff, without interruption since; null for partners. A trigger sets it. */
    staffSince: timestamptz(),
    /** The text that searches compare, as `compared_text` writes it. Computing it for each row took most of the time of a search. */
    searchText: text()
      .notNull()
      .generatedAlwaysAs(
        sql`compared_text(coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || email)`,
      ),
    /** When a mail server last refused emails to the address permanently; `emailRefusal` is its reason. Null while it accepts emails. */
    emailRefusedAt: timestamptz(),
    emailRefusal: varchar({ length: limits.description }),
    /** When the user was first invited by email; null for users who were never invited, such as imported ones. */
    invitedAt: timestamptz(),
    /** Whether the user may create a partner profile. A user whom only an owner has invited may not, until staff invite them, too. */
    mayCreateProfile: boolean().notNull().default(true),
    /** When the user last signed in; null if they never have. */
    lastSignInAt: timestamptz(),
    /** When the user last used the portal, to the minute; null if they have never signed in. */
    lastSeenAt: timestamptz(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('users_email_unique').on(sql`lower(${table.email})`),
    index('users_disabled').on(table.id).where(sql`${table.disabledAt} is not null`),
    index('users_created').on(table.createdAt, table.id),
    index('users_role').on(table.role, table.createdAt, table.id),
    index('users_group').on(table.partnerGroup, table.createdAt, table.id),
    index('users_search').using('gin', sql`${table.searchText} gin_trgm_ops`),
    enumCheck('users_role_known', table.role, roles),
  ],
)

/** A reference to the user that the row belongs to; deleting the user deletes the row. */
export const ofUser = () => belongsTo(() => users.id)

/** A reference to the user who did something; null once that user is deleted. */
export const byUser = () => uuid().references(() => users.id, { onDelete: 'set null' })

/**
 * The number of users of each role in each group, as the sum of changes. Triggers add a row for each change, and the sweep adds the rows
 * up. Counting a million users for each page of the list would take longer than reading the page.
 */
export const userCounts = pgTable('user_counts', {
  role: varchar({ length: 20, enum: roles }).notNull(),
  partnerGroup: varchar({ length: limits.group }),
  users: integer().notNull(),
})

/** The account at the OpenID provider with which a user signs in. */
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

/** The source of a picture: chosen on the account page, or named by the OpenID provider. */
export const pictureSources = ['account', 'provider'] as const

/** The picture of a user, or their choice to have none: the row then prevents the provider's picture from returning. */
export const userPictures = pgTable(
  'user_pictures',
  {
    userId: ofUser().primaryKey(),
    /** The name of the picture in the store, which is part of its address; null if the user wants no picture. */
    objectKey: varchar({ length: 64 }),
    source: varchar({ length: 20, enum: pictureSources }).notNull(),
    /** The address at the OpenID provider from which the picture was fetched. */
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

/** The data that a session stores in addition to its user. */
export interface SessionData {
  method: SignInMethod
  /** The partner that a user of several partners last chose. */
  partnerId?: string
  /**
   * The partner whom a member of staff views the portal as, and until when (ISO 8601); undefined otherwise. `userId` is one of the people of
   * the partner; without it, the owner is viewed.
   */
  viewing?: Viewed & { until: string }
}

/** The person of a partner whom staff view the portal as; by default the owner. */
export interface Viewed {
  partnerId: string
  userId?: string | undefined
}

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the token in the cookie, in hexadecimal, so that nobody who reads the table can sign in with it. */
    sid: varchar({ length: 64 }).primaryKey(),
    userId: ofUser(),
    /** An id for the session where its secret must not appear. */
    id: uuid().notNull().unique().default(sql`gen_random_uuid()`),
    sess: jsonb().$type<SessionData>().notNull(),
    signedInAt: createdAt(),
    /** When the user last confirmed that they are present: at sign-in or by a later check. */
    verifiedAt: createdAt(),
    /** When the user last used a passkey or a recovery code in this session; null if only a code, a link or the provider. */
    passkeyAt: timestamptz(),
    /** When the session was last used, to the minute. */
    lastUsedAt: createdAt(),
    /** The browser that signed in; `address` is its network address. */
    userAgent: varchar({ length: limits.userAgent }).notNull().default(''),
    address: varchar({ length: 45 }).notNull().default(''),
    expire: timestamptz().notNull(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_expire').on(table.expire)],
)

/**
 * A sign-in by email in progress. Its secrets are stored as hashes. An email address has at most one: a new request deletes the one
 * before.
 */
export const signInAttempts = pgTable(
  'sign_in_attempts',
  {
    id: primaryId(),
    email: varchar({ length: limits.email }).notNull(),
    /** Whether this is the first admin's link, which no browser has requested: any browser may use it, and no request replaces it. */
    anyBrowser: boolean().notNull().default(false),
    /** scrypt of the code, as cost:salt:key; null until the email is written, and for an email that contains only a link. */
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

/** The browsers that may use the code and the link of an attempt, because they requested it. */
export const signInBrowsers = pgTable(
  'sign_in_browsers',
  {
    /** SHA-256 of the browser's cookie, which is new with each request. */
    browserHash: varchar({ length: 64 }).primaryKey(),
    attemptId: belongsTo(() => signInAttempts.id),
    tries: smallint().notNull().default(0),
    returnTo: text().notNull().default('/'),
  },
  (table) => [index('sign_in_browsers_attempt').on(table.attemptId)],
)

/** The counters of an email address across its sign-in attempts, with or without an account. The row is also the lock on the attempts. */
export const signInAddresses = pgTable(
  'sign_in_addresses',
  {
    /** The address in lower case. */
    email: varchar({ length: limits.email }).primaryKey(),
    /** The number of wrong codes within a day of the first of them, which was entered at `wrongCodesSince`. */
    wrongCodes: smallint().notNull().default(0),
    wrongCodesSince: timestamptz(),
    /** When the owner of the address was emailed about the wrong codes. */
    warnedAt: timestamptz(),
    /** The row in the email log of the last email about a missing account; `noAccountAt` is when it was written. */
    noAccountLogId: uuid(),
    noAccountAt: timestamptz(),
    updatedAt: updatedAt(),
  },
  (table) => [index('sign_in_addresses_updated').on(table.updatedAt)],
)

export const userEmailPreferences = pgTable('user_email_preferences', {
  userId: ofUser().primaryKey(),
  /** The emails that are switched off; `bellOff` are the kinds that the bell does not show, `digestOff` the parts not in the digest. */
  emailOff: text().array().notNull().default(sql`'{}'::text[]`),
  bellOff: text().array().notNull().default(sql`'{}'::text[]`),
  digestOff: text().array().notNull().default(sql`'{}'::text[]`),
  /** The start of the period in which no email is sent, `HH:MM` in the user's time zone; `quietUntil` is its end. Null if there is none. */
  quietFrom: varchar({ length: 5 }),
  quietUntil: varchar({ length: 5 }),
})
