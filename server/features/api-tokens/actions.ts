import { apiTokenPrefix, type CreateApiToken, maxApiTokens } from '#contract/api-tokens.ts'
import type { Database } from '#server/db/client.ts'
import { record } from '#server/domain-events/record.ts'
import { AppError, orNotFound, unauthorized } from '#server/http/app-error.ts'
import { lockUser, type SignedInUser } from '#server/sessions/data.ts'
import { newToken, sha256 } from '#server/sessions/sessions.ts'
import * as data from './data.ts'
import { apiTokenCreated, apiTokenRevoked } from './events.ts'

/**
 * Creates a token. The response contains the token, which is not stored; only its hash is.
 * @throws AppError `conflict` when the maximum number of tokens exists
 */
export const createToken = (db: Database, user: SignedInUser, { expiresIn, ...body }: CreateApiToken) =>
  db.transaction(async (tx) => {
    // Lock the user before the tokens, in the order in which "This wasn't me" ends sessions and deletes tokens.
    if (!(await lockUser(tx, user.id))) throw unauthorized()
    if ((await data.countTokensLocked(tx)) >= maxApiTokens) {
      throw new AppError(
        'conflict',
        `There are already ${maxApiTokens} API tokens. Revoke one you don't need.`,
      )
    }
    const token = `${apiTokenPrefix}${newToken()}`
    const id = await data.insertToken(tx, {
      ...body,
      days: expiresIn,
      tokenHash: sha256(token),
      createdBy: user.id,
    })
    const [apiToken] = await data.listTokens(tx, id)
    if (!apiToken) throw new Error('the new token is gone')
    const { scope, role, expiresAt } = apiToken
    await record(tx, apiTokenCreated, user, {
      apiToken,
      after: { scope, role, expiresAt: expiresAt.toISOString() },
    })
    return { token, apiToken }
  })

/** @throws AppError `not_found` */
export const revokeToken = (db: Database, user: SignedInUser, id: string) =>
  db.transaction(async (tx) => {
    const revoked = orNotFound(await data.deleteToken(tx, id))
    const { scope, role } = revoked
    await record(tx, apiTokenRevoked, user, { apiToken: revoked, before: { scope, role } })
  })
