import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { maxApiTokens } from '#contract/api-tokens.ts'
import { apiTokens } from '#server/db/schema/api-tokens.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { users } from '#server/db/schema/users.ts'
import { sha256 } from '#server/sessions/sessions.ts'
import { createApiToken, createTokenClient, tokenClient } from '#test/api-tokens.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createTask, createUser, taskForm } from '#test/factories.ts'
import { ageSessions } from '#test/step-up.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

const url = '/api/admin/api-tokens'
const read = '/api/admin/stats'
const form = { name: 'Contacts of the CRM', scope: 'write', role: 'support', expiresIn: 30 }
const dayMs = 24 * 60 * 60 * 1000

const newAdmin = async () => {
  const user = await createUser(portal, { role: 'admin', firstName: 'Ida', lastName: 'Holm' })
  return { user, browser: await portal.signIn(user) }
}
const auditOf = (subjectId: string) =>
  db.select().from(auditLog).where(eq(auditLog.subjectId, subjectId)).orderBy(auditLog.at)

describe('an API token', () => {
  test('is shown once, stored as a hash, listed without the token itself, works, and is revoked', async () => {
    const { user, browser } = await newAdmin()
    const response = await browser.post(url, form)
    expect(response.statusCode, response.body).toBe(201)
    const { token, apiToken } = response.json()
    expect(token).toMatch(/^ppt_[\w-]{43}$/)
    expect(apiToken).toMatchObject({
      name: form.name,
      scope: 'write',
      role: 'support',
      state: 'active',
      createdBy: { id: user.id, name: 'Ida Holm' },
      lastUsedAt: null,
    })
    expect(Date.parse(apiToken.expiresAt) - Date.parse(apiToken.createdAt)).toBe(30 * dayMs)
    const [row] = await db.select().from(apiTokens).where(eq(apiTokens.id, apiToken.id))
    expect(row?.tokenHash).toBe(sha256(token))
    const list = await browser.get(url)
    expect(list.json()).toContainEqual(apiToken)
    expect(list.body).not.toContain(token)

    const program = tokenClient(portal, token)
    expect((await program.get(read)).statusCode).toBe(200)
    expect((await browser.remove(`${url}/${apiToken.id}`)).statusCode).toBe(204)
    const refused = await program.get(read)
    expect(refused.statusCode).toBe(401)
    expect(refused.headers['www-authenticate']).toBe('Bearer')
    expect((await browser.remove(`${url}/${apiToken.id}`)).statusCode).toBe(404)

    const events = await auditOf(apiToken.id)
    expect(events).toMatchObject([
      { action: 'api_token.created', actorId: user.id, after: { scope: 'write', role: 'support' } },
      { action: 'api_token.revoked', actorId: user.id, before: { scope: 'write', role: 'support' } },
    ])
    expect(JSON.stringify(events)).not.toContain(token.slice(4))
  })

  test('is created only by an admin who has recently confirmed the session', async () => {
    const { user, browser } = await newAdmin()
    await ageSessions(portal, user)
    const response = await browser.post(url, form)
    expect(response.statusCode).toBe(403)
    expect(response.json().code).toBe('step_up_required')
  })

  test('appears in the audit log under its own name, with the email address of its creator', async () => {
    const { user } = await newAdmin()
    const created = await createApiToken(portal, { createdBy: user.id, scope: 'write', name: 'Tasks' })
    const program = tokenClient(portal, created.token)
    const { profile } = await createPartner(portal)
    const response = await program.post('/api/tasks', { ...taskForm, partnerId: profile.id })
    expect(response.statusCode, response.body).toBe(201)
    expect(await auditOf(response.json().id)).toMatchObject([
      {
        action: 'task.created',
        actorId: created.id,
        actorName: 'Tasks (API token)',
        actorEmail: user.email,
        actorRole: 'support',
      },
    ])
  })

  test.each([
    ['is disabled', { disabledAt: new Date() }],
    ['is support', { role: 'support' as const }],
    ['is a partner', { role: 'user' as const }],
  ])('stops working once its creator %s', async (_name, change) => {
    const { user } = await newAdmin()
    const { id, token } = await createApiToken(portal, { createdBy: user.id })
    const program = tokenClient(portal, token)
    expect((await program.get(read)).statusCode).toBe(200)
    await db.update(users).set(change).where(eq(users.id, user.id))
    expect((await program.get(read)).statusCode).toBe(401)
    const other = (await newAdmin()).browser
    const listed: { id: string; state: string }[] = (await other.get(url)).json()
    expect(listed.find((each) => each.id === id)?.state).toBe('stopped')
  })

  test('stops working once its creator is erased, or it expires', async () => {
    const { user } = await newAdmin()
    const program = await createTokenClient(portal, { createdBy: user.id })
    await db.delete(users).where(eq(users.id, user.id))
    expect((await program.get(read)).statusCode).toBe(401)
    const { user: other, browser } = await newAdmin()
    const expired = await createApiToken(portal, { createdBy: other.id, expiresAt: new Date() })
    expect((await tokenClient(portal, expired.token).get(read)).statusCode).toBe(401)
    const listed: { id: string; state: string }[] = (await browser.get(url)).json()
    expect(listed.find(({ id }) => id === expired.id)?.state).toBe('expired')
  })

  test('is refused together with the cookie of a session; without the cookie, no origin is checked', async () => {
    const { user, browser } = await newAdmin()
    const { token } = await createApiToken(portal, { createdBy: user.id, scope: 'write' })
    const authorization = `Bearer ${token}`
    const both = await browser.get(read, { authorization })
    expect(both.statusCode).toBe(400)
    expect(both.json().message).toBe('Send an API token or the cookie of a session, not both')
    const task = await createTask(portal)
    const change = { status: 'in_progress' }
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.test' }
    const program = tokenClient(portal, token)
    expect((await program.put(`/api/tasks/${task.id}`, change, headers)).statusCode).toBe(200)
    // If a page of another site makes a browser send its cookie, adding a token does not help it.
    const forged = await browser.put(`/api/tasks/${task.id}`, change, { ...headers, authorization })
    expect(forged.statusCode).toBe(400)
    const foreign = await browser.put(`/api/tasks/${task.id}`, change, {
      ...headers,
      authorization: 'Bearer of-a-proxy',
    })
    expect(foreign.statusCode).toBe(403)
    expect((await browser.get(read, { authorization: 'Bearer of-a-proxy' })).statusCode).toBe(200)
  })

  test('cannot write if its scope is to read, and none can call an endpoint that requires a user', async () => {
    const { user } = await newAdmin()
    const reading = await createTokenClient(portal, { createdBy: user.id, role: 'admin' })
    const refused = await reading.post('/api/resource-folders', { name: 'Summer', category: 'creative' })
    expect(refused.statusCode).toBe(403)
    expect(refused.json().message).toBe('This API token is read only')
    const writing = await createTokenClient(portal, { createdBy: user.id, role: 'admin', scope: 'write' })
    for (const [method, path] of [
      ['POST', '/api/sign-in/code'],
      ['GET', '/api/login'],
      ['GET', '/api/account/sessions'],
      ['POST', '/api/account/step-up/code'],
      ['POST', url],
      ['GET', '/api/events'],
      ['GET', '/api/admin/partners/export'],
      ['POST', '/api/partner/documents'],
    ] as const) {
      expect((await writing.send(method, path)).json().message, path).toBe('API tokens cannot call this')
    }
    expect((await writing.get('/ws')).statusCode).toBe(401)
    const target = await createUser(portal)
    for (const granting of [
      await writing.put(`/api/admin/users/${target.id}/role`, { role: 'support' }),
      await writing.post('/api/admin/users', { email: 'new@example.com', role: 'support' }),
    ])
      expect(granting.json().message).toBe('API tokens cannot call this')
  })

  test('records its last use at most once an hour', async () => {
    const { user } = await newAdmin()
    const { id, token } = await createApiToken(portal, { createdBy: user.id })
    const program = tokenClient(portal, token)
    const lastUse = async () =>
      (await db.select().from(apiTokens).where(eq(apiTokens.id, id)))[0]?.lastUsedAt?.getTime()
    await program.get(read)
    await expect.poll(lastUse).toBeTypeOf('number')
    const [first] = [await lastUse()]
    await program.get(read)
    await program.get(read)
    expect(await lastUse()).toBe(first)
    await db
      .update(apiTokens)
      .set({ lastUsedAt: sql`now() - interval '61 minutes'` })
      .where(eq(apiTokens.id, id))
    await program.get(read)
    await expect.poll(lastUse).toBeGreaterThanOrEqual(first ?? Number.NaN)
  })

  test('spends a budget of its own, and requests with wrong tokens are limited by network', async () => {
    await using limited = await createTestApp({ settings: { BUDGETS: 'search=1' } })
    const user = await createUser(limited, { role: 'admin' })
    const [one, other] = [
      await createTokenClient(limited, { createdBy: user.id }),
      await createTokenClient(limited, { createdBy: user.id }),
    ]
    const search = '/api/search?q=poster'
    expect((await one.get(search)).statusCode).toBe(200)
    expect((await one.get(search)).statusCode).toBe(429)
    expect((await other.get(search)).statusCode).toBe(200)

    const wrong = tokenClient(limited, `ppt_${'x'.repeat(43)}`)
    const statuses: number[] = []
    for (let call = 0; call < 61; call += 1) statuses.push((await wrong.get(read)).statusCode)
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(401))
    expect(statuses[60]).toBe(429)
    expect((await other.get(read)).statusCode).toBe(200)
  })

  test('cannot be created when a hundred exist', async () => {
    await using full = await createTestApp()
    const user = await createUser(full, { role: 'admin' })
    const browser = await full.signIn(user)
    for (let made = 1; made < maxApiTokens; made += 1) await createApiToken(full, { createdBy: user.id })
    const responses = await Promise.all([browser.post(url, form), browser.post(url, form)])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  })
})
