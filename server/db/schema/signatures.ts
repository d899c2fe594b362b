import { index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid, varchar } from 'drizzle-orm/pg-core'
import { limits } from '#contract/limits.ts'
import { belongsTo, enumCheck, primaryId, timestamptz } from './columns.ts'
import { partnerDocuments } from './partners.ts'
import { signInMethods, users } from './users.ts'

/** The columns that describe how and where somebody signed, and how they had signed in. */
const connectionColumns = () => ({
  ipAddress: varchar({ length: 45 }).notNull(),
  userAgent: varchar({ length: limits.userAgent }).notNull(),
  signInMethod: varchar({ length: 20, enum: signInMethods }).notNull(),
  signedInAt: timestamptz().notNull(),
})

/**
 * The evidence of a signature. Rows are only ever added, and their references prevent the deletion of a partner who has signed, so that
 * an agreement cannot lose its proof.
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
    /** The name of the company in the signed text. */
    companyName: text().notNull(),
    /** The text exactly as it was signed; `agreementSha256` is its SHA-256 in hexadecimal. */
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

/** The evidence of the company's signature, which follows the partner's. Rows are only ever added. */
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
    /** SHA-256 of the text that the partner had signed, in hexadecimal. */
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

/**
 * The agreements that an amendment amends. Rows are only ever added, and go only with an amendment that is deleted before it is signed.
 */
export const documentAmendments = pgTable(
  'document_amendments',
  {
    amendmentId: belongsTo(() => partnerDocuments.id),
    documentId: uuid()
      .notNull()
      .references(() => partnerDocuments.id, { onDelete: 'restrict' }),
  },
  (table) => [
    primaryKey({ columns: [table.amendmentId, table.documentId] }),
    index('document_amendments_document').on(table.documentId),
  ],
)
