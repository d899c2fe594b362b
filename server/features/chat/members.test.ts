import { and, eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { closeCodes } from '#contract/chat/connection.ts'
import type { SearchResults } from '#contract/search.ts'
import { chatConversations } from '#server/db/schema/chat.ts'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { type ChatClient, cookieOf, openChat } from '#test/chat-client.ts'
import { createPartner, createUpload, createUser, profileForm } from '#test/factories.ts'
import { createMember } from '#test/members.ts'
import { sendMessage } from './actions.ts'

const portal = await createTestApp()
const { db, deps } = portal
const url = await portal.app.listen({ port: 0, host: '127.0.0.1' })
const open: ChatClient[] = []
afterAll(async () => {
  for (const client of open) client.socket.terminate()
  await portal.close()
})

const soon = { timeout: 25_000 }

type User = Awaited<ReturnType<typeof createUser>>

const connect = async (user: User) => {
  const client = await openChat(url, cookieOf(await portal.signIn(user)))
  open.push(client)
  return client
}
const unread = async (user: User) =>
  (await (await portal.signIn(user)).get('/api/chat/unread')).json<{ unread: number }>().unread
const conversationOf = async (column: 'userId' | 'partnerId', id: string) => {
  const [row] = await db.select().from(chatConversations).where(eq(chatConversations[column], id))
  return row
}
const sendAs = (user: User, conversationId: string, message: string) =>
  sendMessage(deps, { ...user, sid: '' } as never, conversationId, { message })

/** Creates a partner with an owner and a member, and a member of staff. `id` is that of the partner's conversation. */
const createTeam = async () => {
  const { user: owner, profile } = await createPartner(portal, {
    status: 'completed',
    user: { firstName: 'Paula', lastName: 'Ortega' },
  })
  const member = await createMember(portal, {
    partnerId: profile.id,
    user: { firstName: 'Mara', lastName: 'Lind', profileImageUrl: '/api/pictures/of-mara' },
  })
  const support = await createUser(portal, { role: 'support', firstName: 'Sam', lastName: 'Vale' })
  const conversation = await conversationOf('partnerId', profile.id)
  if (!conversation) throw new Error('the partner has no conversation')
  return { owner, member: member.user, support, profile, id: conversation.id }
}
const endMembership = ({ profile, member }: Awaited<ReturnType<typeof createTeam>>) =>
  db
    .delete(partnerMembers)
    .where(and(eq(partnerMembers.partnerId, profile.id), eq(partnerMembers.userId, member.id)))

describe('the people of a partner', () => {
  test('write in one conversation, in which each sees the names of the others, and staff see all of them', async () => {
    const { owner, member, support, id } = await createTeam()
    const [own, colleague, team] = [await connect(owner), await connect(member), await connect(support)]
    expect((await colleague.frame('chat_history')).conversationId).toBe(id)
    own.send({ type: 'chat', message: 'From the owner' })
    await colleague.waitForMessage('From the owner')
    colleague.send({ type: 'chat', message: 'From the member' })
    await own.waitForMessage('From the member')
    team.send({ type: 'chat', message: 'From the team', receiverId: owner.id })
    await team.waitForMessage('From the team')

    const expected = [
      { senderId: owner.id, sender: { name: 'Paula Ortega', profileImageUrl: null }, receiverId: null },
      { senderId: member.id, sender: { name: 'Mara Lind', profileImageUrl: '/api/pictures/of-mara' } },
      { senderId: support.id, sender: null, receiverId: owner.id, isSupport: true },
    ].map((message, index) => ({ ...message, conversationId: id, seq: index + 1 }))
    for (const client of [own, colleague, team]) {
      await client.waitForMessage('From the team')
      expect(client.messages()).toMatchObject(expected)
    }
    expect((await (await connect(member)).frame('chat_history')).data).toMatchObject(expected)
  })

  test('are all reached by staff who name one of them, or the conversation', async () => {
    const { owner, member, support, id } = await createTeam()
    const [own, team] = [await connect(owner), await connect(support)]
    team.send({ type: 'chat', message: 'To the member', receiverId: member.id })
    expect(await own.waitForMessage('To the member')).toMatchObject({
      conversationId: id,
      receiverId: owner.id,
    })
    team.send({ type: 'chat', message: 'To the partner', conversationId: id })
    expect(await own.waitForMessage('To the partner')).toMatchObject({ receiverId: owner.id })
    team.send({ type: 'chat', message: 'To staff', receiverId: support.id, clientId: crypto.randomUUID() })
    expect(await team.frame('chat_error')).toMatchObject({ code: 'not_found' })
  })

  test('have read what each of them has read, of which staff see the most', async () => {
    const { owner, member, support, id } = await createTeam()
    const [own, colleague, team] = [await connect(owner), await connect(member), await connect(support)]
    team.send({ type: 'chat', message: 'One', conversationId: id })
    team.send({ type: 'chat', message: 'Two', conversationId: id })
    await Promise.all([own.waitForMessage('Two'), colleague.waitForMessage('Two')])
    colleague.send({ type: 'chat_read', seq: 2 })
    await team.frame('chat_read', ({ data }) => data.conversationId === id && data.partnerSeq === 2)
    await colleague.frame('chat_read', ({ data }) => data.partnerSeq === 2)
    expect([await unread(owner), await unread(member)]).toEqual([2, 0])
    own.send({ type: 'chat_read', seq: 1 })
    await own.frame('chat_read', ({ data }) => data.partnerSeq === 1)
    expect([await unread(owner), await unread(member)]).toEqual([1, 0])

    // What a colleague writes leaves the message of the team before it unread.
    colleague.send({ type: 'chat', message: 'Three' })
    await own.waitForMessage('Three')
    expect([await unread(owner), await unread(member)]).toEqual([1, 0])
    expect((await (await connect(owner)).frame('chat_read')).data.partnerSeq).toBe(1)
    expect((await (await connect(member)).frame('chat_read')).data.partnerSeq).toBe(3)
  })

  test('see by name which of them types, and staff see each', async () => {
    const { owner, member, support, id } = await createTeam()
    const [own, colleague, team] = [await connect(owner), await connect(member), await connect(support)]
    own.send({ type: 'typing', typing: true })
    colleague.send({ type: 'typing', typing: true })
    const typing = { conversationId: id, isSupport: false, typing: true }
    const ofOwner = { ...typing, personId: owner.id, name: 'Paula Ortega' }
    const ofMember = { ...typing, personId: member.id, name: 'Mara Lind' }
    expect((await colleague.frame('typing')).data).toEqual(ofOwner)
    expect((await own.frame('typing')).data).toEqual(ofMember)
    for (const expected of [ofOwner, ofMember]) {
      const frame = await team.frame('typing', ({ data }) => data.personId === expected.personId)
      expect(frame.data).toEqual(expected)
    }
    team.send({ type: 'typing', conversationId: id, typing: true })
    const frame = await colleague.frame('typing', ({ data }) => data.isSupport)
    expect(frame.data).toMatchObject({ personId: null, name: 'Partner Team' })
    expect(own.frames.filter((each) => each.type === 'typing' && each.data.personId === owner.id)).toEqual([])
  })

  test('are present while any of them has the chat open, and were last seen with the last of them', async () => {
    const { owner, member, support, profile, id } = await createTeam()
    const team = await connect(support)
    const presence = (present: boolean) =>
      team.frame('presence', ({ data }) => data.conversationId === id && data.present === present)
    const colleague = await connect(member)
    await presence(true)
    const staff = await portal.signIn(support)
    expect((await staff.get(`/api/chat/conversations/${id}`)).json()).toMatchObject({ present: true })
    expect((await staff.get(`/api/admin/partners/${profile.id}/summary`)).json().isPresent).toBe(true)
    const before = new Date()
    await db
      .update(partnerMembers)
      .set({ lastSeenAt: new Date(0) })
      .where(eq(partnerMembers.userId, owner.id))
    await colleague.close()
    const { lastSeenAt } = (await presence(false)).data
    expect(Date.parse(`${lastSeenAt}`)).toBeGreaterThan(before.getTime() - 60_000)
    await db
      .update(partnerMembers)
      .set({ lastSeenAt: new Date('2020-01-01') })
      .where(eq(partnerMembers.userId, member.id))
    const summary = (await staff.get(`/api/admin/partners/${profile.id}/summary`)).json()
    expect(summary).toMatchObject({ isPresent: false, lastSeenAt: '2020-01-01T00:00:00.000Z' })
  })

  test('open the files of their conversation, and nobody else does', async () => {
    const team = await createTeam()
    const { owner, member, support } = team
    const own = await connect(owner)
    const file = await createUpload(portal, { userId: owner.id, purpose: 'chat', state: 'registered' })
    own.send({ type: 'chat', message: 'A file', file: { filePath: file.objectKey } })
    await own.waitForMessage('A file')
    const statusFor = async (user: User) =>
      (await (await portal.signIn(user)).get(`/api/chat/files/${file.objectKey}/thumbnail`)).statusCode
    const stranger = (await createTeam()).member
    expect([await statusFor(member), await statusFor(support), await statusFor(stranger)]).toEqual([
      200, 200, 404,
    ])
    await endMembership(team)
    expect(await statusFor(member)).toBe(404)
  })

  test('are found by their names, in the inbox and by the search', async () => {
    const { owner, member, support, id } = await createTeam()
    const lastName = `Quill${crypto.randomUUID().slice(0, 8)}`
    await db.update(users).set({ lastName }).where(eq(users.id, member.id))
    await sendAs(owner, id, 'Hello')
    const staff = await portal.signIn(support)
    const inbox = (await staff.get(`/api/chat/conversations?search=${lastName}&limit=10`)).json()
    expect(inbox).toMatchObject([{ id, userId: owner.id, firstName: 'Paula', joinedPartner: null }])
    const { conversations } = (await staff.get(`/api/search?q=${lastName}`)).json<SearchResults>()
    expect(conversations).toMatchObject([{ id, firstName: 'Paula' }])
  })
})

describe('whoever does not belong to a partner', () => {
  test('gets nothing of its conversation', async () => {
    const { owner, support, id } = await createTeam()
    const { member: stranger } = await createTeam()
    const other = await connect(stranger)
    const own = await connect(owner)
    own.send({ type: 'chat', message: 'For our team' })
    await own.waitForMessage('For our team')
    await sendAs(support, id, 'For this partner')
    await own.waitForMessage('For this partner')
    for (const frame of [
      { type: 'chat_open', conversationId: id },
      { type: 'chat_older', conversationId: id, before: 3 },
      { type: 'chat_read', conversationId: id, seq: 1 },
      { type: 'typing', conversationId: id, typing: true },
    ]) {
      const before = other.frames.filter(({ type }) => type === 'chat_error').length
      other.send(frame)
      await expect
        .poll(() => other.frames.filter(({ type }) => type === 'chat_error').length, soon)
        .toBe(before + 1)
    }
    expect(other.frames.filter((frame) => frame.type === 'chat_error' && frame.code !== 'not_found')).toEqual(
      [],
    )
    expect(JSON.stringify(other.frames)).not.toContain('For ')
    expect(await unread(stranger)).toBe(0)
  })

  test('loses the conversation with the membership within five seconds, and chats alone again', async () => {
    const team = await createTeam()
    const { owner, member, support, id } = team
    const client = await connect(member)
    await endMembership(team)
    expect(await client.closed).toBe(closeCodes.sessionEnded)
    await sendAs(owner, id, 'After that')
    const history = await (await connect(member)).frame('chat_history')
    expect(history).toEqual({ type: 'chat_history', data: [], conversationId: member.id })
    const message = await sendAs(support, member.id, 'Hello again')
    expect(message).toMatchObject({ receiverId: member.id })
  })
})

describe('a new member', () => {
  test('keeps what they wrote before to themselves and the staff, who are led to the partner instead', async () => {
    const { owner, support, profile, id } = await createTeam()
    const person = await createUser(portal, { firstName: 'Kim', lastName: 'Reed' })
    const [own, alone] = [await connect(owner), await connect(person)]
    alone.send({ type: 'chat', message: 'A private question' })
    await alone.waitForMessage('A private question')
    await sendAs(owner, id, 'Earlier')
    await sendAs(support, id, 'An earlier answer')
    await db
      .insert(partnerMembers)
      .values({ partnerId: profile.id, userId: person.id, acceptedAt: new Date() })
    expect(await alone.closed).toBe(closeCodes.sessionEnded)

    // They see what was written before, all of it as read.
    const joined = await connect(person)
    const { data } = await joined.frame('chat_history')
    expect(data.map(({ message }) => message)).toEqual(['Earlier', 'An earlier answer'])
    expect((await joined.frame('chat_read')).data.partnerSeq).toBe(2)
    expect(await unread(person)).toBe(0)
    await sendAs(support, id, 'A new answer')
    expect(await unread(person)).toBe(1)

    expect(JSON.stringify([...own.frames, ...joined.frames])).not.toContain('private')
    const staff = await portal.signIn(support)
    const path = `/api/chat/conversations/${person.id}`
    expect((await staff.get(`${path}/messages`)).json()).toMatchObject([{ message: 'A private question' }])
    expect((await staff.get(path)).json()).toMatchObject({
      partnerId: null,
      joinedPartner: { conversationId: id, businessName: profile.businessName },
    })
    const team = await connect(support)
    team.send({ type: 'chat', message: 'An answer', conversationId: person.id })
    expect(await team.frame('chat_error')).toMatchObject({
      code: 'conflict',
      message: 'This person now belongs to a partner. Write in the conversation of that partner.',
    })
  })
})

describe('the conversation', () => {
  test('of a user becomes that of the partner which they create', async () => {
    const user = await createUser(portal)
    await sendAs(user, user.id, 'Before the profile')
    const created = await (await portal.signIn(user)).post('/api/partner/profile', profileForm)
    expect(created.statusCode, created.body).toBe(201)
    expect(await conversationOf('userId', user.id)).toBeUndefined()
    expect(await conversationOf('partnerId', created.json().id)).toMatchObject({ id: user.id, lastSeq: 1 })
    const history = await (await connect(user)).frame('chat_history')
    expect(history.data).toMatchObject([{ message: 'Before the profile' }])
  })

  test('stays with the partner when the owner changes, and the former owner gets another one', async () => {
    const { owner, member, support, profile, id } = await createTeam()
    await sendAs(support, id, 'Hello')
    await db.update(partnerProfiles).set({ userId: member.id }).where(eq(partnerProfiles.id, profile.id))
    await db
      .delete(partnerMembers)
      .where(and(eq(partnerMembers.partnerId, profile.id), eq(partnerMembers.userId, owner.id)))
    expect((await (await connect(member)).frame('chat_history')).data).toMatchObject([{ message: 'Hello' }])
    const history = await (await connect(owner)).frame('chat_history')
    expect(history.data).toEqual([])
    expect(history.conversationId).not.toBe(id)
    const team = await connect(support)
    team.send({ type: 'chat', message: 'To the former owner', receiverId: owner.id })
    expect(await team.waitForMessage('To the former owner')).toMatchObject({
      conversationId: history.conversationId,
      receiverId: owner.id,
    })
    expect(await sendAs(support, id, 'To the partner')).toMatchObject({ receiverId: member.id })
  })

  test('of former staff is added with their role, and none for staff', async () => {
    const user = await createUser(portal, { role: 'support' })
    expect(await conversationOf('userId', user.id)).toBeUndefined()
    await db.update(users).set({ role: 'user' }).where(eq(users.id, user.id))
    expect(await conversationOf('userId', user.id)).toMatchObject({ id: user.id })
  })
})
