import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { closeCodes } from '#contract/chat/connection.ts'
import { openChat } from '#test/chat-client.ts'
import { createInstallation, newCookie } from '#test/installation.ts'
import { startServerProcess } from '#test/server-process.ts'

// On a busy machine, starting a process takes many seconds.
const timeoutMs = 180_000

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

/** Starts two servers on one database. */
const startTwo = async () => {
  const { db, environment, remove } = await createInstallation()
  undo.push(remove)
  const start = async () => {
    const server = await startServerProcess(environment)
    undo.push(() => (server.child.exitCode === null ? server.stop() : undefined))
    return server
  }
  return { db, servers: await Promise.all([start(), start()]) }
}

test(
  'two processes show the same messages in the same order, and one that is killed loses none of them',
  async () => {
    const {
      db,
      servers: [first, second],
    } = await startTwo()
    const partnerCookie = await newCookie(db, 'user')
    const supportCookie = await newCookie(db, 'support')
    const adminCookie = await newCookie(db, 'admin')
    // Both processes share their sessions.
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

    // Clients send messages that were not acknowledged again, to the other process, which stores each once.
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
