import { index, pgTable, varchar } from 'drizzle-orm/pg-core'
import { apiTokenRoles, apiTokenScopes } from '#contract/api-token-choices.ts'
import { limits } from '#contract/limits.ts'
import { createdAt, enumCheck, primaryId, timestamptz } from './columns.ts'
import { ofUser } from './users.ts'

/** Tokens with which other programs call the API. Revoking a token deletes its row; the audit log still shows who created the token. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: primaryId(),
    name: varchar({ length: limits.group }).notNull(),
    /** SHA-256 of the token. The token itself is stored nowhere. */
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
