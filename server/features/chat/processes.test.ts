import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { closeCodes } from '#contract/chat/frames.ts'
import { openChat } from '#test/chat-client.ts'
import { createDatabase, dropDatabase } from '#test/postgres.ts'
import { demoCookie, startServerProcess } from '#test/server-process.ts'

// On a busy machine, starting a process takes many seconds.
const timeoutMs = 180_000

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

/** Two servers on one database with the demo's people. */
const startTwo = async () => {
  const postgresUrl = inject('postgresUrl')
  const name = `chat_${randomUUID().replaceAll('-', '')}`
  const databaseUrl = await createDatabase(postgresUrl, name)
  undo.push(() => dropDatabase(postgresUrl, name))
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-chat-'))
  undo.push(() => rm(dataDir, { recursive: true, force: true }))
  const start = async () => {
    const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: 'on', PORT: '0' }
    const server = await startServerProcess(environment)
    undo.push(() => (server.child.exitCode === null ? server.stop() : undefined))
    return server
  }
  return [await start(), await start()] as const
}

test(
  'two processes show the same messages in the same order, and one that is killed loses none of them',
  async () => {
    const [first, second] = await startTwo()
    const partnerCookie = await demoCookie(first.url, 'new@demo.test')
    const supportCookie = await demoCookie(second.url, 'support@demo.test')
    const adminCookie = await demoCookie(first.url, 'admin@demo.test')
    // A session of one process is one of the other.
    const partnerSocket = await openChat(first.url, partnerCookie)
    const phone = await openChat(second.url, partnerCookie)
    const team = await openChat(second.url, supportCookie)
    const admin = await openChat(first.url, adminCookie)
    const { conversationId } = await partnerSocket.frame('chat_history')

    const each = 20
    for (let number = 0; number < each; number += 1) {
      partnerSocket.send({ type: 'chat', message: `partnerSocket ${number}` })
      phone.send({ type: 'chat', message: `phone ${number}` })
      team.send({ type: 'chat', message: `team ${number}`, receiverId: conversationId })
      admin.send({ type: 'chat', message: `admin ${number}`, receiverId: conversationId })
    }
    const everyone = [partnerSocket, phone, team, admin]
    for (const sender of ['partnerSocket', 'phone', 'team', 'admin']) {
      for (const client of everyone) await client.waitForMessage(`${sender} ${each - 1}`)
    }
    const received = partnerSocket.messages()
    expect(received.map(({ seq }) => seq)).toEqual(Array.from({ length: 4 * each }, (_, index) => index + 1))
    for (const client of everyone) expect(client.messages()).toEqual(received)
    // The messages of each sender stay in order.
    for (const sender of ['partnerSocket', 'phone', 'team', 'admin']) {
      expect(received.map(({ message }) => message).filter((message) => message.startsWith(sender))).toEqual(
        Array.from({ length: each }, (_, number) => `${sender} ${number}`),
      )
    }

    // Messages that were not acknowledged are sent again to the other process, and stored once.
    const clientIds = Array.from({ length: 10 }, () => randomUUID())
    const sendAll = (client: typeof phone) => {
      for (const clientId of clientIds) client.send({ type: 'chat', message: clientId, clientId })
    }
    sendAll(phone)
    await phone.frame('chat_stored')
    await second.stop('SIGKILL')
    await phone.closed
    const again = await openChat(first.url, partnerCookie, { since: 4 * each })
    sendAll(again)
    for (const clientId of clientIds)
      await again.frame('chat_stored', ({ data }) => data.clientId === clientId)
    await expect
      .poll(() => partnerSocket.messages().length, { timeout: 25_000 })
      .toBe(4 * each + clientIds.length)
    expect(
      partnerSocket
        .messages()
        .slice(4 * each)
        .map(({ message }) => message),
    ).toEqual(clientIds)

    expect(await first.stop('SIGTERM')).toBe(0)
    expect(await partnerSocket.closed).toBe(closeCodes.goingAway)
    expect(await admin.closed).toBe(closeCodes.goingAway)
    expect(first.output()).not.toMatch(/^\{"level":(?:[5-9]\d|\d{3,})/m)
  },
  timeoutMs,
)
