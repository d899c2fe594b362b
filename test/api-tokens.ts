import { apiTokenPrefix } from '#contract/api-tokens.ts'
import { apiTokens } from '#server/db/schema/api-tokens.ts'
import { newToken, sha256 } from '#server/sessions/sessions.ts'
import type { TestApp } from './app.ts'
import type { Browser } from './browser.ts'

type Values = Partial<typeof apiTokens.$inferInsert> & { createdBy: string }

const dayMs = 24 * 60 * 60 * 1000

/** Creates an API token that can read as support for a week, and returns it with its secret. */
export const createApiToken = async ({ db }: Pick<TestApp, 'db'>, values: Values) => {
  const token = `${apiTokenPrefix}${newToken()}`
  const [created] = await db
    .insert(apiTokens)
    .values({
      name: 'Contacts',
      scope: 'read',
      role: 'support',
      tokenHash: sha256(token),
      expiresAt: new Date(Date.now() + 7 * dayMs),
      ...values,
    })
    .returning()
  if (!created) throw new Error('no token came back')
  return { ...created, token }
}

/** A client that sends this token, as a program outside of the portal does. */
export const tokenClient = (portal: Pick<TestApp, 'visit'>, token: string): Browser => {
  const visitor = portal.visit()
  const send: Browser['send'] = (method, url, body, headers) =>
    visitor.send(method, url, body, { 'sec-fetch-site': '', authorization: `Bearer ${token}`, ...headers })
  return {
    ...visitor,
    send,
    get: (url, headers) => send('GET', url, undefined, headers),
    post: (url, body, headers) => send('POST', url, body, headers),
    put: (url, body, headers) => send('PUT', url, body, headers),
    remove: (url) => send('DELETE', url),
  }
}

/** A client that sends an API token created for it. */
export const createTokenClient = async (portal: Pick<TestApp, 'db' | 'visit'>, values: Values) =>
  tokenClient(portal, (await createApiToken(portal, values)).token)
