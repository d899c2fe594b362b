import { afterAll, expect, test } from 'vitest'
import { cookieOf, openChat } from '#test/chat-client.ts'
import { openEvents } from '#test/event-stream.ts'
import { createPartner, createUser, taskForm } from '#test/factories.ts'
import { createTwoApps } from '#test/two-apps.ts'

const { first, second, close } = await createTwoApps()
const [one, other] = [
  await first.app.listen({ port: 0, host: '127.0.0.1' }),
  await second.app.listen({ port: 0, host: '127.0.0.1' }),
]
afterAll(close)

test('typing, presence, inbox changes and invalidations reach the users of another process', async () => {
  const { user: partner, profile } = await createPartner(first)
  const [sam, kim] = [
    await createUser(first, { role: 'support', firstName: 'Sam', lastName: 'Reed' }),
    await createUser(first, { role: 'admin' }),
  ]
  const cookie = cookieOf(await first.signIn(partner))
  const partnerSocket = await openChat(one, cookie)
  expect((await partnerSocket.frame('presence')).data.present).toBe(false)
  const browser = await second.signIn(sam)
  const team = await openChat(other, cookieOf(browser))
  const admin = await openChat(one, cookieOf(await first.signIn(kim)))
  await partnerSocket.frame('presence', ({ data }) => data.present)
  team.send({ type: 'chat_open', conversationId: partner.id })
  expect((await team.frame('presence', ({ data }) => data.conversationId === partner.id)).data.present).toBe(
    true,
  )

  team.send({ type: 'typing', conversationId: partner.id })
  expect((await partnerSocket.frame('typing')).data).toMatchObject({ name: 'Partner Team', personId: null })
  expect((await admin.frame('typing')).data).toMatchObject({ name: 'Sam Reed', personId: sam.id })
  partnerSocket.send({ type: 'typing' })
  await team.frame('typing', ({ data }) => data.personId === partner.id)

  const path = `/api/chat/conversations/${partner.id}`
  const staffStream = await openEvents(one, cookieOf(await first.signIn(kim)))
  await browser.post(`${path}/notes`, { note: 'Between us' })
  await browser.put(path, { assignedTo: kim.id })
  await staffStream.waitForPath('/api/chat/conversations')
  expect(JSON.stringify(partnerSocket.frames)).not.toMatch(/Between us|Reed/)

  const stream = await openEvents(one, cookie)
  await browser.post('/api/tasks', { ...taskForm, partnerId: profile.id })
  await stream.waitForPath('/api/partner/tasks')
  for (const each of [stream, staffStream]) await each.close()
  for (const client of [partnerSocket, team, admin]) await client.close()
})
