import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { undoSeconds } from '#contract/bulk-kinds.ts'
import { announcementReads, announcements } from '#server/db/schema/announcements.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { bulkActions } from '#server/db/schema/bulk-actions.ts'
import { chatConversations } from '#server/db/schema/chat.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { resourceDownloads, resourceFiles } from '#server/db/schema/resources.ts'
import { users } from '#server/db/schema/users.ts'
import { sendMessage } from '#server/features/chat/actions.ts'
import { createAnnouncement } from '#test/announcements.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createPartner, createResource, createUser, taskForm } from '#test/factories.ts'
import { addManyPartners } from '#test/many-partners.ts'
import { activityTypesOf } from '#test/partner-rows.ts'
import { runBulkAction, takeBackBulkAction } from './actions.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

const staff = await createUser(portal, { role: 'support', firstName: 'Sue', lastName: 'Ray' })
const manager = await createUser(portal, { role: 'admin', firstName: 'Max', lastName: 'Hill' })
const browser = await portal.signIn(staff)

type Values = { change: object; ids?: string[]; filter?: object }
const request = (values: Values, key?: string) =>
  browser.post('/api/admin/partners/bulk', values, key ? { 'idempotency-key': key } : undefined)
const begin = async (values: Values) => {
  const response = await request(values)
  expect(response.statusCode, response.body).toBe(202)
  return response.json()
}
const takeBack = (id: string) => browser.remove(`/api/admin/bulk-actions/${id}`)
const setManager = (managerId: string | null) => ({ kind: 'manager', managerId })

const managersOf = async (ids: string[]) => {
  const rows = await db.select().from(partnerProfiles).where(inArray(partnerProfiles.id, ids))
  return ids.map((id) => rows.find((row) => row.id === id)?.managerId)
}
const assigneeOf = async (partnerId: string) => {
  const [chat] = await db.select().from(chatConversations).where(eq(chatConversations.partnerId, partnerId))
  return chat?.assignedTo
}
const conversationOf = async (partnerId: string) => {
  const [chat] = await db.select().from(chatConversations).where(eq(chatConversations.partnerId, partnerId))
  return chat?.id
}
const group = () => `Group ${crypto.randomUUID()}`
const createPartners = async (count: number, user: object = {}) => {
  const made = []
  for (let number = 0; number < count; number += 1) made.push(await createPartner(portal, { user }))
  return { made, ids: made.map(({ profile }) => profile.id) }
}

describe('a partner manager', () => {
  test('is set for several, takes their conversations, and is taken back', async () => {
    const { made, ids } = await createPartners(3)
    const [first = '', second = '', third = ''] = ids
    await db.update(partnerProfiles).set({ managerId: staff.id }).where(eq(partnerProfiles.id, second))
    await db
      .update(chatConversations)
      .set({ assignedTo: staff.id })
      .where(eq(chatConversations.partnerId, third))
    const action = await begin({ change: setManager(manager.id), ids: [...ids, ids[0] ?? ''] })
    expect(action).toMatchObject({ kind: 'manager', total: 3, done: 3, changed: 3, leftOut: {} })
    expect(action.finishedAt).not.toBeNull()
    expect(await managersOf(ids)).toEqual([manager.id, manager.id, manager.id])
    expect(await assigneeOf(first)).toBe(manager.id)
    // Somebody else looks after this conversation.
    expect(await assigneeOf(third)).toBe(staff.id)
    expect(await activityTypesOf(portal, made[0] as never)).toEqual(['manager_changed'])
    const events = await auditEventsOf(portal, staff)
    expect(events).toMatchObject([
      {
        action: 'partner.bulk_changed',
        subjectName: '3 partners',
        after: { action: 'manager', manager: 'Max Hill' },
      },
    ])

    // Undo keeps the values that somebody has changed since.
    await begin({ change: setManager(staff.id), ids: [third] })
    expect((await takeBack(action.id)).json().takenBackAt).not.toBeNull()
    expect(await managersOf(ids)).toEqual([null, staff.id, staff.id])
    expect((await takeBack(action.id)).statusCode).toBe(200)
    const other = await portal.signIn(manager)
    expect((await other.remove(`/api/admin/bulk-actions/${action.id}`)).statusCode).toBe(404)
    expect((await other.get(`/api/admin/bulk-actions/${action.id}`)).statusCode).toBe(404)
  })

  test('must be on the team, and shows to the partner by name and picture alone', async () => {
    const { made, ids } = await createPartners(1)
    const [partner] = made
    const former = await createUser(portal, { role: 'support', disabledAt: new Date() })
    for (const id of [former.id, partner?.user.id ?? '', crypto.randomUUID()]) {
      expect((await request({ change: setManager(id), ids })).statusCode).toBe(400)
    }
    const own = await portal.signIn(partner?.user as never)
    const contact = async () => (await own.get('/api/partner/manager')).json()
    expect(await contact()).toEqual({ manager: null })
    await begin({ change: setManager(manager.id), ids })
    expect(await contact()).toEqual({ manager: { name: 'Max Hill', profileImageUrl: null } })
    expect((await own.get('/api/partner/profile')).body).not.toContain(manager.id)
    await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, manager.id))
    expect(await contact()).toEqual({ manager: null })
    await db.update(users).set({ disabledAt: null }).where(eq(users.id, manager.id))
  })

  test('owns new tasks of the partner, unless a task names an owner', async () => {
    const name = group()
    const { ids } = await createPartners(2, { partnerGroup: name })
    const [first = ''] = ids
    await begin({ change: setManager(manager.id), ids: [first] })
    const ownersOf = async (form: object) => {
      const made = await browser.post('/api/tasks', { ...taskForm, ...form })
      expect(made.statusCode, made.body).toBe(201)
      const rows = await db.select().from(partnerTasks).where(eq(partnerTasks.definitionId, made.json().id))
      return ids.map((id) => rows.find((row) => row.partnerId === id)?.ownerId)
    }
    expect(await ownersOf({ partnerId: first })).toEqual([manager.id, undefined])
    expect(await ownersOf({ assignedGroup: name })).toEqual([manager.id, null])
    expect(await ownersOf({ assignedGroup: name, ownerId: staff.id })).toEqual([staff.id, staff.id])
  })

  test('of a group is given to its partners without one, now and when they come into it', async () => {
    const name = group()
    const { made, ids } = await createPartners(2, { partnerGroup: name })
    await db
      .update(partnerProfiles)
      .set({ managerId: staff.id })
      .where(eq(partnerProfiles.id, ids[1] ?? ''))
    const rule = { group: name.toUpperCase(), managerId: manager.id }
    expect((await browser.put('/api/admin/group-managers', rule)).json()).toEqual({ changed: 1 })
    expect(await managersOf(ids)).toEqual([manager.id, staff.id])
    const joiner = await createPartner(portal)
    await browser.put(`/api/admin/users/${joiner.user.id}/partner-group`, { partnerGroup: name })
    expect(await managersOf([joiner.profile.id])).toEqual([manager.id])
    const listed = await browser.get(`/api/admin/group-managers?search=${encodeURIComponent(name)}`)
    expect(listed.json()).toEqual([
      { group: name, manager: { id: manager.id, name: 'Max Hill' }, partners: 3 },
    ])
    expect((await browser.put('/api/admin/group-managers', { ...rule, group: 'Nowhere' })).statusCode).toBe(
      400,
    )
    expect(made).toHaveLength(2)
  })
})

describe('a bulk action', () => {
  test('reaches all that match a filter, in steps, once for each idempotency key', async () => {
    await addManyPartners(portal, 450)
    const change = {
      change: setManager(manager.id),
      filter: { state: 'AL', manager: 'none', search: 'many' },
    }
    const [action, again] = await Promise.all([request(change, 'key-1'), request(change, 'key-1')])
    expect(action.json().id).toBe(again.json().id)
    expect((await request({ ...change, filter: {} }, 'key-1')).statusCode).toBe(409)
    expect((await request(change, 'k'.repeat(201))).statusCode).toBe(400)
    const { id } = action.json()
    expect(action.json()).toMatchObject({ total: 450, done: 200, changed: 200, finishedAt: null })
    await runBulkAction(portal.deps, { id })
    await runBulkAction(portal.deps, { id })
    expect((await browser.get(`/api/admin/bulk-actions/${id}`)).json()).toMatchObject({
      done: 450,
      changed: 450,
    })
    expect(await db.$count(auditLog, eq(auditLog.subjectId, id))).toBe(1)
    const left = await browser.get('/api/admin/partners-with-user-info?limit=1&search=many&manager=none')
    expect(left.headers['x-total-count']).toBe('0')
    await takeBackBulkAction(portal.deps, staff as never, id)
    const back = await browser.get('/api/admin/partners-with-user-info?limit=1&search=many&manager=none')
    expect(back.headers['x-total-count']).toBe('450')
  })

  test('stops when its requester is no longer staff', async () => {
    const leaver = await createUser(portal, { role: 'support' })
    const leaving = await portal.signIn(leaver)
    const response = await leaving.post('/api/admin/partners/bulk', {
      change: setManager(manager.id),
      filter: { search: 'many' },
    })
    const { id } = response.json()
    await db.update(users).set({ role: 'user' }).where(eq(users.id, leaver.id))
    await runBulkAction(portal.deps, { id })
    const [row] = await db.select().from(bulkActions).where(eq(bulkActions.id, id))
    expect(row).toMatchObject({ done: 200, finishedAt: null, failedAt: expect.any(Date) })
  })

  test('names partners in one way', async () => {
    const change = setManager(null)
    expect((await request({ change })).statusCode).toBe(400)
    expect((await request({ change, ids: [crypto.randomUUID()], filter: {} })).statusCode).toBe(400)
    expect((await begin({ change, ids: [crypto.randomUUID()] })).total).toBe(0)
  })

  test('changes groups, and gives each back its former one', async () => {
    const [name, formerName] = [group(), group()]
    const { made, ids } = await createPartners(2)
    const [first, second] = made
    await browser.put(`/api/admin/users/${first?.user.id}/partner-group`, { partnerGroup: formerName })
    const action = await begin({ change: { kind: 'group', partnerGroup: name }, ids })
    expect(action).toMatchObject({ changed: 2 })
    const groups = async () => {
      const rows = await db
        .select()
        .from(users)
        .where(inArray(users.id, [first?.user.id ?? '', second?.user.id ?? '']))
      return [first, second].map((partner) => rows.find(({ id }) => id === partner?.user.id)?.partnerGroup)
    }
    expect(await groups()).toEqual([name, name])
    await takeBack(action.id)
    expect(await groups()).toEqual([formerName, null])
  })

  test('that reminds emails what it is about with a personal line, and says whom it leaves out', async () => {
    const { made, ids } = await createPartners(4)
    const [first, second, third, fourth] = made
    const task = (
      await browser.post('/api/tasks', {
        ...taskForm,
        taskName: 'Send the photos',
        assignedPartnerIds: ids.slice(0, 3),
      })
    ).json()
    await db
      .update(users)
      .set({ invitedAt: null })
      .where(eq(users.id, second?.user.id ?? ''))
    await db
      .update(users)
      .set({ emailRefusedAt: new Date() })
      .where(eq(users.id, third?.user.id ?? ''))
    const reminder = { about: { kind: 'tasks', ids: [task.id] }, ids, message: 'We print on Friday.' }
    const leftOut = { never_invited: 1, address_refused: 1, nothing_open: 1 }
    const preview = await browser.post('/api/admin/reminders/check', reminder)
    expect(preview.json(), preview.body).toEqual({
      total: 4,
      reached: 1,
      leftOut,
      email: {
        recipient: first?.user.email,
        subject: 'A reminder from the Partner Team',
        heading: 'One thing is waiting for you',
        paragraphs: ['We print on Friday.'],
        items: [{ label: 'Send the photos', detail: expect.stringMatching(/^Due /) }],
      },
    })
    const action = (await browser.post('/api/admin/reminders', reminder)).json()
    expect(action).toMatchObject({ kind: 'remind', total: 4, done: 0 })
    await runBulkAction(portal.deps, { id: action.id })
    const state = async (id: string) => (await browser.get(`/api/admin/bulk-actions/${id}`)).json()
    expect(await state(action.id)).toMatchObject({ done: 4, changed: 1, leftOut })
    expect(await activityTypesOf(portal, first as never)).toContain('reminded')

    // Without partners, it reaches all for whom the task is open.
    const { ids: _all, ...behind } = reminder
    expect((await browser.post('/api/admin/reminders/check', behind)).json()).toMatchObject({
      total: 3,
      reached: 0,
      leftOut: { reminded: 1, never_invited: 1, address_refused: 1 },
    })
    const everything = { about: { kind: 'open' } }
    expect((await browser.post('/api/admin/reminders', everything)).statusCode).toBe(400)

    // Whoever was reminded is left out for a day; the agreements of the others are another matter.
    const again = (await browser.post('/api/admin/reminders', { about: { kind: 'agreements' }, ids })).json()
    await runBulkAction(portal.deps, { id: again.id })
    expect(await state(again.id)).toMatchObject({
      changed: 1,
      leftOut: { reminded: 1, never_invited: 1, address_refused: 1 },
    })
    expect(await activityTypesOf(portal, fourth as never)).toContain('reminded')
    expect((await takeBack(again.id)).statusCode).toBe(409)
  })

  test('that reminds of what is new reaches those who have not opened it and may see it', async () => {
    const partnerGroup = group()
    const { made, ids } = await createPartners(3, { partnerGroup })
    const [first, second, third] = made
    const [, readerId, newcomerId] = ids
    await db
      .update(partnerProfiles)
      .set({ onboardingStatus: 'completed' })
      .where(inArray(partnerProfiles.id, ids))
    await db
      .update(partnerProfiles)
      .set({ onboardingStatus: 'documents' })
      .where(eq(partnerProfiles.id, newcomerId ?? ''))
    const announcement = await createAnnouncement(portal, {
      title: 'New prices',
      assignedGroup: partnerGroup,
    })
    const file = await createResource(portal, { title: 'Price list', assignedGroup: partnerGroup })
    const [about, aboutFile] = (
      [
        ['announcements', announcement.id],
        ['resources', file.id],
      ] as const
    ).map(([kind, id]) => ({ about: { kind, ids: [id] } }))
    const check = async (body: object | undefined) =>
      (await browser.post('/api/admin/reminders/check', body ?? {})).json()
    // During onboarding, announcements show and the library does not.
    expect(await check(about)).toMatchObject({ total: 3, reached: 3 })
    expect(await check(aboutFile)).toMatchObject({ total: 2, reached: 2 })

    await db
      .insert(announcementReads)
      .values({ announcementId: announcement.id, userId: second?.user.id ?? '' })
    await db.insert(resourceDownloads).values({ resourceId: file.id, userId: second?.user.id ?? '' })
    expect(await check({ ...about, ids })).toMatchObject({
      total: 3,
      reached: 2,
      leftOut: { nothing_open: 1 },
      email: { items: [{ label: 'Read: New prices', detail: null }] },
    })
    expect(await check(aboutFile)).toMatchObject({
      total: 1,
      email: { recipient: first?.user.email, items: [{ label: 'Download: Price list', detail: null }] },
    })
    const missing = await browser.get(`/api/resources/${file.id}/not-downloaded`)
    expect(missing.json()).toEqual([expect.objectContaining({ id: ids[0] })])
    expect(missing.headers['x-total-count']).toBe('1')

    const action = (await browser.post('/api/admin/reminders', about)).json()
    await runBulkAction(portal.deps, { id: action.id })
    for (const partner of [first, third])
      expect(await activityTypesOf(portal, partner as never)).toContain('reminded')
    expect(await check(aboutFile)).toMatchObject({ total: 1, reached: 0, leftOut: { reminded: 1 } })
    // Nobody is reminded of what no longer shows.
    await db.update(resourceFiles).set({ isActive: false }).where(eq(resourceFiles.id, file.id))
    await db.update(announcements).set({ endsAt: new Date() }).where(eq(announcements.id, announcement.id))
    expect(await check(about)).toMatchObject({ total: 0 })
    expect(await check({ ...aboutFile, ids: [readerId] })).toMatchObject({ leftOut: { nothing_open: 1 } })
  })

  test('that invites waits, is taken back without a trace, and says whom it leaves out', async () => {
    const { made, ids } = await createPartners(3, { invitedAt: null })
    const [first, second, third] = made
    await db
      .update(users)
      .set({ disabledAt: new Date() })
      .where(eq(users.id, second?.user.id ?? ''))
    await db
      .update(users)
      .set({ lastSignInAt: new Date() })
      .where(eq(users.id, third?.user.id ?? ''))
    const mails = () =>
      db.$count(
        emailNotificationLogs,
        sql`${emailNotificationLogs.type} = 'welcome' and ${emailNotificationLogs.recipient} = ${first?.user.email}`,
      )
    const waiting = await begin({ change: { kind: 'invite' }, ids })
    expect(waiting).toMatchObject({ total: 3, done: 0, finishedAt: null })
    expect(Date.parse(waiting.startsAt) - Date.now()).toBeGreaterThan((undoSeconds - 5) * 1000)
    await takeBack(waiting.id)
    await runBulkAction(portal.deps, { id: waiting.id })
    expect(await mails()).toBe(0)
    const sent = await begin({ change: { kind: 'invite' }, ids })
    await runBulkAction(portal.deps, { id: sent.id })
    // The list has the actions of the caller alone, the latest first.
    const [latest, before] = (await browser.get('/api/admin/bulk-actions?limit=2')).json()
    expect([latest.id, before.id]).toEqual([sent.id, waiting.id])
    expect((await (await portal.signIn(manager)).get('/api/admin/bulk-actions')).json()).toEqual([])
    expect(latest).toMatchObject({
      done: 3,
      changed: 1,
      leftOut: { disabled: 1, signed_in: 1 },
    })
    expect(await mails()).toBe(1)
    expect((await takeBack(sent.id)).statusCode).toBe(409)
  })
})

describe('a message', () => {
  test('is written into each conversation once after some seconds, and leaves out disabled partners', async () => {
    const { made, ids } = await createPartners(3)
    const [first, second, third] = made
    const firstId = await conversationOf(first?.profile.id ?? '')
    await sendMessage(portal.deps, first?.user as never, firstId ?? '', { message: 'When?' })
    await db
      .update(users)
      .set({ disabledAt: new Date() })
      .where(eq(users.id, third?.user.id ?? ''))
    const change = { kind: 'message', message: '  The posters are here.\n' }
    const action = await begin({ change, ids })
    expect(action).toMatchObject({ kind: 'message', total: 3, done: 0, finishedAt: null })
    const read = async (partner: typeof first) =>
      (
        await browser.get(
          `/api/chat/conversations/${await conversationOf(partner?.profile.id ?? '')}/messages`,
        )
      ).json()
    expect(await read(second)).toEqual([])
    await runBulkAction(portal.deps, { id: action.id })
    await runBulkAction(portal.deps, { id: action.id })
    const said = { message: 'The posters are here.', isSupport: true }
    expect(await read(first)).toMatchObject([
      { ...said, seq: 2, receiverId: first?.user.id },
      { message: 'When?', seq: 1 },
    ])
    expect(await read(second)).toMatchObject([{ ...said, seq: 1 }])
    expect(await read(third)).toEqual([])
    const [conversation] = await db
      .select()
      .from(chatConversations)
      .where(eq(chatConversations.partnerId, first?.profile.id ?? ''))
    expect(conversation).toMatchObject({ lastSeq: 2, staffReadSeq: 2, waitingSince: null })
    expect((await browser.get(`/api/admin/bulk-actions/${action.id}`)).json()).toMatchObject({
      done: 3,
      changed: 2,
      leftOut: { disabled: 1 },
    })
    expect((await request({ change: { kind: 'message', message: ' ' }, ids })).statusCode).toBe(400)
  })

  test('to many does not use up what its sender may write in a minute', async () => {
    const { made, ids } = await createPartners(61)
    const action = await begin({ change: { kind: 'message', message: 'The posters are here.' }, ids })
    await runBulkAction(portal.deps, { id: action.id })
    const conversationId = (await conversationOf(made[0]?.profile.id ?? '')) ?? ''
    const sent = await sendMessage(portal.deps, staff as never, conversationId, { message: 'Yours, too.' })
    expect(sent.seq).toBe(2)
  })
})
