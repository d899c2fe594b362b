import { index, jsonb, pgTable, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { limits } from '#contract/fields.ts'
import { enumCheck, primaryId, timestamptz } from './columns.ts'
import { partnerDocuments } from './partners.ts'
import { signInMethods, users } from './users.ts'

/** How and where someone signed, and how they had signed in. */
const connectionColumns = () => ({
  ipAddress: varchar({ length: 45 }).notNull(),
  userAgent: varchar({ length: limits.userAgent }).notNull(),
  signInMethod: varchar({ length: 20, enum: signInMethods }).notNull(),
  signedInAt: timestamptz().notNull(),
})

/**
 * The evidence of a signature. Rows are only ever added: removing a partner who has signed is refused
 * by the reference, so that an agreement cannot lose its proof.
 */
export const documentSignatures = pgTable(
  'document_signatures',
  {
    id: primaryId(),
    documentId: uuid()
      .notNull()
      .references(() => partnerDocuments.id, { onDelete: 'restrict' }),
    signerId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    signerName: varchar({ length: limits.name }).notNull(),
    signerEmail: varchar({ length: limits.email }).notNull(),
    agreementVersion: varchar({ length: 40 }).notNull(),
    /** The company as it is named in the text. */
    companyName: text().notNull(),
    /** The text exactly as it was signed, and its SHA-256 in hexadecimal. */
    agreementText: text().notNull(),
    agreementSha256: varchar({ length: 64 }).notNull(),
    values: jsonb().$type<Record<string, string>>().notNull(),
    consentVersion: varchar({ length: 40 }).notNull(),
    consentText: text().notNull(),
    consentSha256: varchar({ length: 64 }).notNull(),
    signedAt: timestamptz().notNull(),
    ...connectionColumns(),
  },
  (table) => [
    uniqueIndex('document_signatures_document_unique').on(table.documentId),
    index('document_signatures_signer').on(table.signerId),
    enumCheck('document_signatures_method_known', table.signInMethod, signInMethods),
  ],
)

/** The evidence of the company's signature after the partner's. Rows are only ever added. */
export const documentCountersignatures = pgTable(
  'document_countersignatures',
  {
    documentId: uuid()
      .primaryKey()
      .references(() => partnerDocuments.id, { onDelete: 'restrict' }),
    signerId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'restrict' }),
    signerName: varchar({ length: limits.name }).notNull(),
    signerTitle: varchar({ length: limits.name }).notNull(),
    signerEmail: varchar({ length: limits.email }).notNull(),
    /** Of the text that the partner had signed, in hexadecimal. */
    textSha256: varchar({ length: 64 }).notNull(),
    consentVersion: varchar({ length: 40 }).notNull(),
    consentText: text().notNull(),
    consentSha256: varchar({ length: 64 }).notNull(),
    signedAt: timestamptz().notNull(),
    ...connectionColumns(),
  },
  (table) => [
    index('document_countersignatures_signer').on(table.signerId),
    enumCheck('document_countersignatures_method_known', table.signInMethod, signInMethods),
  ],
)
