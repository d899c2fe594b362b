import { index, pgTable, varchar } from 'drizzle-orm/pg-core'
import { apiTokenRoles, apiTokenScopes } from '#contract/api-tokens.ts'
import { limits } from '#contract/fields.ts'
import { createdAt, enumCheck, primaryId, timestamptz } from './columns.ts'
import { ofUser } from './users.ts'

/** Tokens by which other programs call the API. A revoked one is deleted; the audit log keeps who made it. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: primaryId(),
    name: varchar({ length: limits.group }).notNull(),
    /** SHA-256 of the token, which is stored nowhere. */
    tokenHash: varchar({ length: 64 }).notNull().unique(),
    scope: varchar({ length: 10, enum: apiTokenScopes }).notNull(),
    role: varchar({ length: 20, enum: apiTokenRoles }).notNull(),
    createdBy: ofUser(),
    createdAt: createdAt(),
    lastUsedAt: timestamptz(),
    expiresAt: timestamptz().notNull(),
  },
  (table) => [
    index('api_tokens_created_by').on(table.createdBy),
    enumCheck('api_tokens_scope', table.scope, apiTokenScopes),
    enumCheck('api_tokens_role', table.role, apiTokenRoles),
  ],
)
