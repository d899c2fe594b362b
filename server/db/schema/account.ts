import {
  bigint,
  boolean,
  customType,
  index,
  pgTable,
  primaryKey,
  smallint,
  text,
  varchar,
} from 'drizzle-orm/pg-core'
import { limits } from '#contract/limits.ts'
import { createdAt, primaryId, timestamptz } from './columns.ts'
import { ofUser, sessions } from './users.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The public keys of the WebAuthn credentials that users sign in with. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: primaryId(),
    userId: ofUser(),
    /** The credential id in base64url, as WebAuthn writes it. */
    credentialId: varchar({ length: 1400 }).notNull().unique(),
    publicKey: bytea().notNull(),
    /** The authenticator's own count of its uses; 0 for authenticators that do not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    transports: text().array().notNull(),
    /** Whether the user's devices share the passkey. */
    isSynced: boolean().notNull(),
    name: varchar({ length: limits.name }).notNull(),
    createdAt: createdAt(),
    lastUsedAt: timestamptz(),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)

export const challengePurposes = ['register', 'sign-in', 'step-up'] as const

/** The challenges that browsers have received and not responded to. The first response to a challenge deletes it. */
export const passkeyChallenges = pgTable(
  'passkey_challenges',
  {
    /** The hash of the challenge together with a secret of the browser: the secret of its session or of its sign-in. */
    browserHash: varchar({ length: 64 }).notNull(),
    purpose: varchar({ length: 20, enum: challengePurposes }).notNull(),
    challenge: varchar({ length: 100 }).notNull(),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.browserHash, table.purpose] }),
    index('passkey_challenges_expires').on(table.expiresAt),
  ],
)

/** Codes with which staff sign in without their passkey. Each works once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: primaryId(),
    userId: ofUser(),
    /** SHA-256. A code has 120 random bits, so no slow hash is needed. */
    codeHash: varchar({ length: 64 }).notNull(),
    usedAt: timestamptz(),
    createdAt: createdAt(),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
)

/** The emailed code with which the user of a session confirms that they are present. Only the newest code works. */
export const stepUpCodes = pgTable(
  'step_up_codes',
  {
    sid: varchar({ length: 64 })
      .primaryKey()
      .references(() => sessions.sid, { onDelete: 'cascade' }),
    /** scrypt of the code, as cost:salt:key; null until the email is written. */
    codeHash: varchar({ length: 200 }),
    tries: smallint().notNull().default(0),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [index('step_up_codes_expires').on(table.expiresAt)],
)

/** The browsers that a user has signed in with, by the hash of a long-lived cookie. */
export const knownBrowsers = pgTable(
  'known_browsers',
  {
    userId: ofUser(),
    browserHash: varchar({ length: 64 }).notNull(),
    lastSignInAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.browserHash] })],
)

/** Emails that ask a user to report what they did not do themselves. The link in an email works once. */
export const securityAlerts = pgTable(
  'security_alerts',
  {
    id: primaryId(),
    userId: ofUser(),
    /** SHA-256 of the token in the link. */
    tokenHash: varchar({ length: 64 }).notNull().unique(),
    expiresAt: timestamptz().notNull(),
    usedAt: timestamptz(),
    createdAt: createdAt(),
  },
  (table) => [
    index('security_alerts_user').on(table.userId),
    index('security_alerts_expires').on(table.expiresAt),
  ],
)
