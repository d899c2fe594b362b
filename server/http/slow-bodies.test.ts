import { once } from 'node:events'
import { Agent, type IncomingMessage, request as openRequest } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sessions, users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { cookieOf } from '#test/chat-client.ts'
import { createUser } from '#test/factories.ts'

const portal = await createTestApp()
afterAll(portal.close)
let url: string
beforeAll(async () => {
  url = await portal.app.listen({ port: 0, host: '127.0.0.1' })
})

type User = Awaited<ReturnType<typeof createUser>>

const expiryOf = async ({ id }: User) =>
  (await portal.db.select().from(sessions).where(eq(sessions.userId, id)))[0]?.expire.getTime()

/** Sends a request without its body, waits until the portal has checked the session, and returns a function that sends the body. */
const beginRequest = async (user: User, path: string, body: unknown) => {
  const browser = await portal.signIn(user)
  // Checking the session also extends it, which shows that the check has happened.
  await portal.db
    .update(sessions)
    .set({ expire: sql`now() + interval '5 minutes'` })
    .where(eq(sessions.userId, user.id))
  const before = await expiryOf(user)
  const text = JSON.stringify(body)
  const headers = {
    cookie: cookieOf(browser),
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  }
  const request = openRequest(`${url}${path}`, { method: 'POST', headers })
  const status = new Promise<number | undefined>((resolve, reject) => {
    request.on('error', reject)
    request.on('response', (response) => resolve(response.resume().statusCode))
  })
  request.write(text.slice(0, 1))
  await vi.waitFor(async () => expect(await expiryOf(user)).not.toBe(before))
  return async () => {
    await delay(1_100)
    request.end(text.slice(1))
    return status
  }
}

const newUser = () => ({ email: `${crypto.randomUUID()}@example.test` })

test('a request whose body arrives after its user was disabled is refused', async () => {
  const admin = await createUser(portal, { role: 'admin' })
  const body = newUser()
  const sendBody = await beginRequest(admin, '/api/admin/users', body)
  await portal.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, admin.id))
  expect(await sendBody()).toBe(401)
  expect(await portal.db.$count(users, eq(users.email, body.email))).toBe(0)
})

test('a request whose body arrives after its user lost the role is refused', async () => {
  const admin = await createUser(portal, { role: 'admin' })
  const sendBody = await beginRequest(admin, '/api/admin/users', newUser())
  await portal.db.update(users).set({ role: 'user' }).where(eq(users.id, admin.id))
  expect(await sendBody()).toBe(403)
})

test('a request with a slow body gets the usual response', async () => {
  const admin = await createUser(portal, { role: 'admin' })
  const sendBody = await beginRequest(admin, '/api/admin/users', newUser())
  expect(await sendBody()).toBe(201)
})

test('requests that are refused in the middle of their bodies leave nothing on their shared connection', async () => {
  const sockets: Socket[] = []
  portal.app.server.on('connection', (socket) => sockets.push(socket))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const refuse = async () => {
    const body = JSON.stringify(newUser())
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const request = openRequest(`${url}/api/admin/users`, { method: 'POST', headers, agent })
    request.write(body.slice(0, 1))
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(401)
    const read = once(response.resume(), 'end')
    request.end(body.slice(1))
    await Promise.all([read, once(request, 'close')])
  }
  const listeners = () => sockets.map((socket) => socket.listenerCount('close'))
  await refuse()
  const first = listeners()
  for (let count = 0; count < 12; count += 1) await refuse()
  agent.destroy()
  expect(listeners()).toEqual(first)
})
