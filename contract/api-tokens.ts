import { z } from 'zod'
import { apiTokenDays, apiTokenRoles, apiTokenScopes } from './api-token-choices.ts'
import { endpoint } from './endpoint.ts'
import { id, idParams, isoDate, requiredText } from './fields.ts'
import { limits } from './limits.ts'

/** The prefix of every token, with which secret scanners find a token that was published. */
export const apiTokenPrefix = 'ppt_'
/** The maximum number of tokens, including expired ones. */
export const maxApiTokens = 100

/** `stopped` means that the user who created the token is no longer an active admin. */
export const apiTokenStates = ['active', 'expired', 'stopped'] as const

export const ApiToken = z.strictObject({
  id,
  name: z.string(),
  scope: z.enum(apiTokenScopes),
  role: z.enum(apiTokenRoles),
  state: z.enum(apiTokenStates),
  createdBy: z.strictObject({ id, name: z.string() }),
  createdAt: isoDate,
  /** When the token was last used, with an accuracy of an hour; null if it never was. */
  lastUsedAt: isoDate.nullable(),
  expiresAt: isoDate,
})
export type ApiToken = z.input<typeof ApiToken>

export const CreateApiToken = z.strictObject({
  name: requiredText(limits.group, 'Enter a name'),
  scope: z.enum(apiTokenScopes),
  role: z.enum(apiTokenRoles),
  /** The number of days until the token expires. */
  expiresIn: z
    .int({ error: 'Enter a number of days' })
    .min(apiTokenDays.min, `Enter at least ${apiTokenDays.min} days`)
    .max(apiTokenDays.max, `Enter at most ${apiTokenDays.max} days`)
    .default(apiTokenDays.default),
})
export type CreateApiToken = z.output<typeof CreateApiToken>

export const listApiTokens = endpoint('GET', '/api/admin/api-tokens', {
  access: 'admin',
  summary: 'The API tokens, newest first, without their secrets',
  responses: { 200: z.array(ApiToken) },
})

export const createApiToken = endpoint('POST', '/api/admin/api-tokens', {
  access: 'admin',
  stepUp: true,
  summary: `Creates an API token, shown only in this response; 409 when there are already ${maxApiTokens}`,
  body: CreateApiToken,
  responses: { 201: z.strictObject({ token: z.string(), apiToken: ApiToken }) },
})

export const revokeApiToken = endpoint('DELETE', '/api/admin/api-tokens/:id', {
  access: 'admin',
  summary: 'Revokes an API token: it stops working at once',
  params: idParams,
  responses: { 204: z.void() },
})
