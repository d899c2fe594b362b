import { and, eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { announcementReads, announcements } from '#server/db/schema/announcements.ts'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { users } from '#server/db/schema/users.ts'
import { createAnnouncement } from '#test/announcements.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import type { Browser } from '#test/browser.ts'
import { createPartner, createResource, createUser } from '#test/factories.ts'
import { waitForLockWaits, whileLocked } from '#test/locks.ts'
import { createMember } from '#test/members.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

const signInStaff = async () => {
  const user = await createUser(portal, { role: 'support', firstName: 'Mia', lastName: 'Moss' })
  return { user, browser: await portal.signIn(user) }
}
const signInPartner = async (partnerGroup: string | null = null, fullName = 'Ann Birk') => {
  const partner = await createPartner(portal, {
    fullName,
    status: 'completed',
    onPaper: true,
    user: { partnerGroup },
  })
  return { ...partner, browser: await portal.signIn(partner.user) }
}
const { user: author, browser: staff } = await signInStaff()

const admin = '/api/admin/announcements'
const forEveryone = { assignedPartnerIds: [], assignedGroup: null }
const form = { title: 'Winter hours', body: 'We close at noon.', ...forEveryone }
const inMs = (ms: number) => new Date(Date.now() + ms)
const anHour = 3_600_000

/** A group that no other test uses. */
const newGroup = () => `Group ${crypto.randomUUID()}`

const seenBy = async (browser: Browser, query = '') => {
  const response = await browser.get(`/api/announcements${query}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<{ id: string }[]>().map(({ id }) => id)
}

describe('staff', () => {
  test("publish an announcement at once, at the time of the server's clock", async () => {
    const before = Date.now()
    const response = await staff.post(admin, { ...form, publishAt: null })
    expect(response.statusCode, response.body).toBe(201)
    const created = response.json()
    expect(created).toMatchObject({
      ...form,
      state: 'active',
      endsAt: null,
      author: { id: author.id, name: 'Mia Moss' },
    })
    expect(Math.abs(Date.parse(created.publishAt) - before)).toBeLessThan(60_000)
    const [row] = await db.select().from(announcements).where(eq(announcements.id, created.id))
    expect(row?.notifiedAt).not.toBeNull()
    expect((await staff.get(`${admin}/${created.id}`)).json()).toEqual(created)
    expect((await auditEventsOf(portal, author)).at(-1)).toMatchObject({
      action: 'announcement.created',
      subjectId: created.id,
      subjectName: 'Winter hours',
      after: { title: 'Winter hours', body: 'We close at noon.', publishAt: created.publishAt },
    })
  })

  test('publish at once when they give a time in the past, and later when they give one in the future', async () => {
    const past = (await staff.post(admin, { ...form, publishAt: '2020-01-01T12:00:00.000Z' })).json()
    expect(Date.parse(past.publishAt)).toBeGreaterThan(Date.parse('2026-01-01'))
    const publishAt = inMs(anHour).toISOString()
    const coming = (await staff.post(admin, { ...form, publishAt })).json()
    expect(coming).toMatchObject({ publishAt, state: 'scheduled' })
    const [row] = await db.select().from(announcements).where(eq(announcements.id, coming.id))
    expect(row?.notifiedAt).toBeNull()
  })

  test.each([
    ['an end before it is published', { publishAt: inMs(2 * anHour), endsAt: inMs(anHour) }, 'endsAt'],
    ['an end at that moment', { publishAt: inMs(anHour * 3), endsAt: inMs(anHour * 3) }, 'endsAt'],
    ['an end in the past', { endsAt: inMs(-1000) }, 'endsAt'],
    ['a partner who is not there', { assignedPartnerIds: [crypto.randomUUID()] }, 'assignedPartnerIds'],
    ['no title', { title: ' ' }, 'title'],
    ['no text', { body: '\n' }, 'body'],
    ['a title of two lines', { title: 'Winter\nhours' }, 'title'],
    ['a field that there is not', { pinned: true }, 'pinned'],
  ])('cannot give %s', async (_what, change, field) => {
    const fixed = new Date(Math.floor(Date.now() / 1000) * 1000 + 3 * anHour)
    const isSame = _what === 'an end at that moment'
    const body = { ...form, ...change, ...(isSame && { publishAt: fixed, endsAt: fixed }) }
    const response = await staff.post(admin, body)
    expect(response.statusCode, response.body).toBe(400)
    expect(Object.keys(response.json().fields)).toEqual([field])
  })

  test('have to choose the audience', async () => {
    const { assignedGroup: _, ...without } = form
    expect((await staff.post(admin, without)).statusCode).toBe(400)
    const { id } = await createAnnouncement(portal, { assignedGroup: newGroup() })
    // Without the group, the announcement would be for everyone.
    expect((await staff.put(`${admin}/${id}`, { assignedGroup: null })).json().fields).toEqual({
      assignedGroup: 'Give both the partners and the group',
    })
  })

  test('list them by state and title, with pages', async () => {
    const word = crypto.randomUUID()
    const of = (name: string, times: object) =>
      createAnnouncement(portal, { title: `${name} ${word}`, ...times })
    const active = await of('Shown', {})
    const scheduled = await of('Coming', { publishAt: inMs(anHour) })
    const ended = await of('Past', { endsAt: inMs(-1000) })
    const idsOf = async (query: string) => {
      const response = await staff.get(`${admin}?search=${word}${query}`)
      return response.json<{ id: string }[]>().map(({ id }) => id)
    }
    expect(await idsOf('')).toHaveLength(3)
    expect(await idsOf('&state=active')).toEqual([active.id])
    expect(await idsOf('&state=scheduled')).toEqual([scheduled.id])
    expect(await idsOf('&state=ended')).toEqual([ended.id])
    const page = await staff.get(`${admin}?search=${word}&limit=2&page=2`)
    expect(page.json()).toHaveLength(1)
    expect(page.headers['x-total-count']).toBe('3')
    expect((await staff.get(`${admin}?state=old`)).statusCode).toBe(400)
  })

  test('change an announcement, but not over the change of another', async () => {
    const { id } = await createAnnouncement(portal, { publishAt: inMs(anHour) })
    const { updatedAt } = (await staff.get(`${admin}/${id}`)).json()
    const other = await signInStaff()
    expect(
      (await other.browser.put(`${admin}/${id}`, { title: 'Summer hours', updatedAt })).json(),
    ).toMatchObject({ title: 'Summer hours', body: 'We close at noon.' })
    expect(await auditEventsOf(portal, other.user)).toMatchObject([
      {
        action: 'announcement.changed',
        subjectName: 'Summer hours',
        before: { title: 'Winter hours' },
        after: { title: 'Summer hours' },
      },
    ])
    expect((await staff.put(`${admin}/${id}`, { title: 'Spring hours', updatedAt })).statusCode).toBe(409)
    const later = inMs(2 * anHour).toISOString()
    const moved = await staff.put(`${admin}/${id}`, { publishAt: later })
    expect(moved.json()).toMatchObject({ state: 'scheduled', publishAt: later })
    const now = await staff.put(`${admin}/${id}`, { publishAt: null })
    expect(now.json().state).toBe('active')
    const [row] = await db.select().from(announcements).where(eq(announcements.id, id))
    expect(row?.notifiedAt).not.toBeNull()
  })

  test('cannot unpublish an announcement, and can send its unchanged time along', async () => {
    const { id, publishAt } = await createAnnouncement(portal)
    const response = await staff.put(`${admin}/${id}`, { publishAt: inMs(anHour) })
    expect(response.json().fields).toEqual({ publishAt: 'It is already published' })
    const same = await staff.put(`${admin}/${id}`, { publishAt, title: 'Noon' })
    expect(same.json()).toMatchObject({ title: 'Noon', publishAt: publishAt.toISOString() })
    expect((await staff.put(`${admin}/${id}`, { publishAt: null })).json().publishAt).toBe(
      publishAt.toISOString(),
    )
    // An announcement that has ended can be changed without a new end.
    const past = await createAnnouncement(portal, { endsAt: inMs(-1000) })
    const { endsAt } = past
    expect((await staff.put(`${admin}/${past.id}`, { endsAt, title: 'Past' })).statusCode).toBe(200)
    const longer = await staff.put(`${admin}/${past.id}`, { endsAt: inMs(anHour) })
    expect(longer.json().state).toBe('active')
  })

  test('end a published announcement at once', async () => {
    const partner = await signInPartner()
    const { id } = await createAnnouncement(portal, { assignedPartnerIds: [partner.profile.id] })
    expect(await seenBy(partner.browser)).toContain(id)
    const { user, browser } = await signInStaff()
    const response = await browser.send('POST', `${admin}/${id}/end`)
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json().state).toBe('ended')
    expect(await seenBy(partner.browser)).not.toContain(id)
    // Ending it again changes nothing.
    expect((await browser.send('POST', `${admin}/${id}/end`)).json()).toEqual(response.json())
    expect(await auditEventsOf(portal, user)).toMatchObject([
      { action: 'announcement.ended', before: { endsAt: null }, after: { endsAt: response.json().endsAt } },
    ])
    const coming = await createAnnouncement(portal, { publishAt: inMs(anHour) })
    expect((await browser.send('POST', `${admin}/${coming.id}/end`)).statusCode).toBe(409)
  })

  test('delete an announcement with its read marks', async () => {
    const partner = await signInPartner()
    const { id } = await createAnnouncement(portal)
    await partner.browser.send('POST', `/api/announcements/${id}/read`)
    const { user, browser } = await signInStaff()
    expect((await browser.send('DELETE', `${admin}/${id}`)).statusCode).toBe(204)
    expect(await db.$count(announcementReads, eq(announcementReads.announcementId, id))).toBe(0)
    expect(await auditEventsOf(portal, user)).toMatchObject([
      { action: 'announcement.deleted', before: { title: 'Winter hours' } },
    ])
    for (const response of [
      await browser.send('DELETE', `${admin}/${id}`),
      await browser.get(`${admin}/${id}`),
      await browser.put(`${admin}/${id}`, { title: 'Gone' }),
      await browser.send('POST', `${admin}/${id}/end`),
      await browser.get(`${admin}/${id}/readers`),
      await partner.browser.get(`/api/announcements/${id}`),
    ]) {
      expect(response.statusCode).toBe(404)
    }
  })

  test('see in the list how many of each audience have read an announcement: of everyone, of groups and of named partners', async () => {
    const [one, other, word] = [newGroup(), newGroup(), crypto.randomUUID()]
    const [ann, ben, cid] = [
      await signInPartner(one, 'Ann Birk'),
      await signInPartner(one, 'Ben Adler'),
      await signInPartner(other, 'Cid Carver'),
    ]
    const everyone = await db.$count(
      users,
      sql`role = 'user' and disabled_at is null and exists (select from partner_profiles where user_id = ${users.id})`,
    )
    const cases: [Parameters<typeof createAnnouncement>[1], number, number][] = [
      [{}, everyone, 3],
      [{ assignedGroup: one }, 2, 2],
      [{ assignedPartnerIds: [ann.profile.id, crypto.randomUUID()] }, 1, 1],
      [{ assignedGroup: one, assignedPartnerIds: [ann.profile.id, cid.profile.id] }, 3, 3],
      [{ assignedGroup: newGroup() }, 0, 0],
    ]
    const expected: Record<string, unknown> = {}
    for (const [audience, partners, read] of cases) {
      const { id } = await createAnnouncement(portal, { title: word, ...audience })
      for (const { browser } of [ann, ben, cid]) await browser.send('POST', `/api/announcements/${id}/read`)
      expected[id] = { partners, read }
    }
    const list = (await staff.get(`${admin}?search=${word}`)).json<{ id: string; readers: unknown }[]>()
    expect(Object.fromEntries(list.map(({ id, readers }) => [id, readers]))).toEqual(expected)
  })

  test('see which partners of the current audience have read an announcement, and which have not', async () => {
    const group = newGroup()
    const ann = await signInPartner(group, 'Ann Birk')
    const ben = await signInPartner(group, 'Ben Adler')
    const cid = await signInPartner(null, 'Cid Carver')
    const gone = await signInPartner(group, 'Gus Gone')
    const { id } = await createAnnouncement(portal, {
      assignedGroup: group,
      assignedPartnerIds: [cid.profile.id, ann.profile.id],
    })
    await ann.browser.send('POST', `/api/announcements/${id}/read`)
    await gone.browser.send('POST', `/api/announcements/${id}/read`)
    await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, gone.user.id))
    const progress = async () => (await staff.get(`${admin}/${id}`)).json().readers
    const readers = async (query = '') => {
      const response = await staff.get(`${admin}/${id}/readers${query}`)
      return response.json<{ fullName: string }[]>().map(({ fullName }) => fullName)
    }
    expect(await progress()).toEqual({ partners: 3, read: 1 })
    expect(await readers()).toEqual(['Ann Birk', 'Ben Adler', 'Cid Carver'])
    expect(await readers('?show=read')).toEqual(['Ann Birk'])
    expect(await readers('?show=unread')).toEqual(['Ben Adler', 'Cid Carver'])
    const page = await staff.get(`${admin}/${id}/readers?show=unread&limit=1&page=2`)
    expect(page.json()).toEqual([
      {
        id: cid.profile.id,
        fullName: 'Cid Carver',
        businessName: cid.profile.businessName,
        readAt: null,
        dismissedAt: null,
      },
    ])
    expect(page.headers['x-total-count']).toBe('2')

    // Partners who leave the group are no longer counted, and those who join are.
    await db.update(users).set({ partnerGroup: null }).where(eq(users.id, ben.user.id))
    expect(await progress()).toEqual({ partners: 2, read: 1 })
    const dan = await signInPartner(group, 'Dan New')
    expect(await progress()).toEqual({ partners: 3, read: 1 })
    // A user who becomes staff is no longer counted.
    await db.update(users).set({ role: 'support' }).where(eq(users.id, dan.user.id))
    expect(await progress()).toEqual({ partners: 2, read: 1 })
    expect(await readers('?show=unread')).toEqual(['Cid Carver'])
  })

  test('see that a partner has read an announcement when any of its people has, also after that person has left', async () => {
    const assignedGroup = newGroup()
    const { profile } = await signInPartner(assignedGroup)
    const { user, member } = await createMember(portal, { partnerId: profile.id })
    const { id } = await createAnnouncement(portal, { assignedGroup, publishAt: inMs(-anHour) })
    const browser = await portal.signIn(user)
    // A partner that the person joins later, or has left before, has not read it by this.
    const [left, joined] = [await signInPartner(assignedGroup), await signInPartner(assignedGroup)]
    const belong = (partnerId: string) =>
      db.insert(partnerMembers).values({ partnerId, userId: user.id, acceptedAt: new Date() })
    await belong(left.profile.id)
    await db
      .delete(partnerMembers)
      .where(and(eq(partnerMembers.partnerId, left.profile.id), eq(partnerMembers.userId, user.id)))
    expect((await browser.post(`/api/announcements/${id}/read`, undefined)).statusCode).toBe(200)
    await belong(joined.profile.id)
    const expectRead = async () => {
      const shown = (await staff.get(`${admin}/${id}`)).json()
      expect(shown.readers).toMatchObject({ partners: 3, read: 1 })
      const rows = (await staff.get(`${admin}/${id}/readers?show=read`)).json()
      expect(rows).toMatchObject([{ id: profile.id, readAt: expect.any(String) }])
    }
    await expectRead()
    await db.delete(partnerMembers).where(eq(partnerMembers.id, member.id))
    await expectRead()
    expect((await staff.post(`${admin}/${id}/end`, undefined)).statusCode).toBe(200)
    await expectRead()
  })

  test('get no announcements themselves', async () => {
    const { id } = await createAnnouncement(portal)
    expect(await seenBy(staff)).toEqual([])
    expect((await staff.get(`/api/announcements/${id}`)).statusCode).toBe(404)
    expect((await staff.send('POST', `/api/announcements/${id}/read`)).statusCode).toBe(404)
  })
})

describe('a partner', () => {
  test('sees announcements for everyone, for them and for their group, latest first, and no fields that are only for staff', async () => {
    const group = newGroup()
    const { browser, profile } = await signInPartner(group)
    const at = (minutes: number) => ({ publishAt: inMs(-minutes * 60_000) })
    const all = await createAnnouncement(portal, { ...at(30), createdBy: author.id })
    const own = await createAnnouncement(portal, { ...at(20), assignedPartnerIds: [profile.id] })
    const ofGroup = await createAnnouncement(portal, { ...at(10), assignedGroup: group })
    const ids = await seenBy(browser)
    const mine = [ofGroup.id, own.id, all.id]
    expect(ids.filter((id) => mine.includes(id))).toEqual(mine)
    const response = await browser.get('/api/announcements?limit=1')
    expect(response.json()).toHaveLength(1)
    expect(Number(response.headers['x-total-count'])).toBe(ids.length)
    expect((await browser.get(`/api/announcements/${all.id}`)).json()).toEqual({
      id: all.id,
      title: all.title,
      body: all.body,
      publishAt: all.publishAt.toISOString(),
      endsAt: null,
      resources: [],
      readAt: null,
      dismissedAt: null,
    })
  })

  test('cannot see or change an announcement for others, or one that is scheduled, ended or missing', async () => {
    const { browser } = await signInPartner(newGroup())
    const other = await signInPartner(newGroup())
    const hidden = [
      (await createAnnouncement(portal, { assignedPartnerIds: [other.profile.id] })).id,
      (await createAnnouncement(portal, { assignedGroup: newGroup() })).id,
      (await createAnnouncement(portal, { publishAt: inMs(anHour) })).id,
      (await createAnnouncement(portal, { endsAt: inMs(-1000) })).id,
      crypto.randomUUID(),
    ]
    const seen = await seenBy(browser)
    for (const id of hidden) {
      expect(seen).not.toContain(id)
      expect((await browser.get(`/api/announcements/${id}`)).statusCode).toBe(404)
      for (const act of ['read', 'dismiss', 'restore']) {
        expect((await browser.send('POST', `/api/announcements/${id}/${act}`)).statusCode).toBe(404)
      }
      expect(await db.$count(announcementReads, eq(announcementReads.announcementId, id))).toBe(0)
    }
    expect((await portal.visit().get('/api/announcements')).statusCode).toBe(401)
  })

  test('sees the announcements of a group as soon as they join it, and no longer once they leave it', async () => {
    const group = newGroup()
    const { user, browser } = await signInPartner()
    const { id } = await createAnnouncement(portal, { assignedGroup: group })
    const join = (partnerGroup: string | null) =>
      staff.put(`/api/admin/users/${user.id}/partner-group`, { partnerGroup })
    expect(await seenBy(browser)).not.toContain(id)
    await join(group)
    expect(await seenBy(browser)).toContain(id)
    await browser.send('POST', `/api/announcements/${id}/read`)
    await join(null)
    expect(await seenBy(browser)).not.toContain(id)
    expect((await browser.get(`/api/announcements/${id}`)).statusCode).toBe(404)
  })

  test('sees announcements during onboarding, and none without a profile', async () => {
    const { id } = await createAnnouncement(portal)
    const onboarding = await portal.signIn((await createPartner(portal)).user)
    expect(await seenBy(onboarding)).toContain(id)
    expect(await seenBy(await portal.signIn(await createUser(portal)))).toEqual([])
  })

  test('is recorded as having read an announcement the first time only', async () => {
    const { user, browser } = await signInPartner()
    const { id } = await createAnnouncement(portal)
    const readAt = new Date('2026-01-02T12:00:00Z')
    await db.insert(announcementReads).values({ announcementId: id, userId: user.id, readAt })
    const again = await Promise.all(
      [1, 2, 3].map(() => browser.send('POST', `/api/announcements/${id}/read`)),
    )
    for (const response of again) expect(response.json().readAt).toBe(readAt.toISOString())
    const new_ = await createAnnouncement(portal)
    expect((await browser.send('POST', `/api/announcements/${new_.id}/read`)).json().readAt).not.toBeNull()
  })

  test('dismisses an announcement once, which also marks it as read, and can restore it', async () => {
    const { browser } = await signInPartner()
    const { id } = await createAnnouncement(portal)
    const dismissed = (await browser.send('POST', `/api/announcements/${id}/dismiss`)).json()
    expect(dismissed).toMatchObject({ id, readAt: expect.any(String), dismissedAt: expect.any(String) })
    expect((await browser.send('POST', `/api/announcements/${id}/dismiss`)).json()).toEqual(dismissed)
    expect(await seenBy(browser)).toContain(id)
    expect(await seenBy(browser, '?show=undismissed')).not.toContain(id)
    const restored = (await browser.send('POST', `/api/announcements/${id}/restore`)).json()
    expect(restored).toEqual({ ...dismissed, dismissedAt: null })
    expect(await seenBy(browser, '?show=undismissed')).toContain(id)
    expect((await browser.get('/api/announcements?show=all')).statusCode).toBe(400)
  })

  test('is not recorded as having read it while staff view the portal as them', async () => {
    const { profile } = await signInPartner()
    const { id } = await createAnnouncement(portal)
    const { browser } = await signInStaff()
    await browser.post(`/api/admin/partners/${profile.id}/view`, {})
    expect(await seenBy(browser)).toContain(id)
    expect((await browser.send('POST', `/api/announcements/${id}/read`)).statusCode).toBe(403)
    expect(await db.$count(announcementReads, eq(announcementReads.announcementId, id))).toBe(0)
  })
})

describe('the files of an announcement', () => {
  const group = newGroup()
  const fileFor = (assignedGroup: string) => createResource(portal, { assignedGroup })
  const announce = async (resourceIds: string[], fields: object = {}) => {
    const response = await staff.post(admin, { ...form, assignedGroup: group, resourceIds, ...fields })
    expect(response.statusCode, response.body).toBe(201)
    return response.json()
  }

  test('open for its audience while it shows, and stay out of the library', async () => {
    const [member, other] = [await signInPartner(group), await signInPartner(newGroup())]
    const file = await fileFor(newGroup())
    const news = await announce([file.id])
    const { id, title, fileType, filePath } = file
    expect(news.resources).toEqual([{ id, title, fileType, filePath }])
    const shown = (await member.browser.get(`/api/announcements/${news.id}`)).json()
    expect(shown.resources).toEqual([{ id, title, fileType, filePath }])
    const statusesFor = async ({ browser }: { browser: Browser }) => [
      (await browser.get(`/api/resources/${id}`)).statusCode,
      (await browser.get(`/objects/${filePath}`)).statusCode,
      (await browser.post(`/api/resources/${id}/download`, {})).statusCode,
    ]
    expect(await statusesFor(member)).toEqual([200, 200, 200])
    expect(await statusesFor(other)).toEqual([404, 404, 404])
    expect((await member.browser.get('/api/resources')).json()).toEqual([])
    const opened = (await member.browser.get(`/api/resources/${id}`)).json()
    expect(opened).not.toHaveProperty('assignedGroup')

    // The file is gone from the announcement while it is withdrawn, and is not lost by an edit meanwhile.
    await staff.remove(`/api/resources/${id}`)
    expect(await statusesFor(member)).toEqual([404, 404, 404])
    expect((await member.browser.get(`/api/announcements/${news.id}`)).json().resources).toEqual([])
    await staff.put(`${admin}/${news.id}`, { resourceIds: [], title: 'Spring hours' })
    await staff.post(`/api/resources/${id}/restore`, {})
    expect(await statusesFor(member)).toEqual([200, 200, 200])

    await staff.post(`${admin}/${news.id}/end`, {})
    expect(await statusesFor(member)).toEqual([404, 404, 404])
  })

  test('open neither before it is published, nor during onboarding', async () => {
    const member = await signInPartner(group)
    const file = await fileFor(newGroup())
    await announce([file.id], { publishAt: inMs(anHour).toISOString() })
    expect((await member.browser.get(`/api/resources/${file.id}`)).statusCode).toBe(404)
    const newcomer = await createPartner(portal, { status: 'documents', user: { partnerGroup: group } })
    const news = await announce([file.id])
    const browser = await portal.signIn(newcomer.user)
    expect((await browser.get(`/api/announcements/${news.id}`)).json().resources).toEqual([])
    expect((await browser.get(`/objects/${file.filePath}`)).statusCode).toBe(403)
  })

  test('are changed by staff, recorded by their titles, and must be in the library', async () => {
    const { user, browser } = await signInStaff()
    const [first, second] = [await fileFor(group), await fileFor(group)]
    const gone = await createResource(portal, { isActive: false })
    const news = await announce([first.id])
    const change = (resourceIds: string[]) => browser.put(`${admin}/${news.id}`, { resourceIds })
    expect((await change([second.id])).json().resources).toMatchObject([{ id: second.id }])
    expect((await change([second.id])).statusCode).toBe(200)
    expect((await change([gone.id])).json().fields).toEqual({
      resourceIds: 'One of these files is no longer in the library. Remove it and try again.',
    })
    expect(await auditEventsOf(portal, user)).toMatchObject([
      {
        action: 'announcement.changed',
        before: { resources: [first.title] },
        after: { resources: [second.title] },
      },
    ])
  })

  test('are linked while all files of their folder change', async () => {
    const files = [await createResource(portal), await createResource(portal)]
    const [first, second] = files.map(({ id }) => id).toSorted()
    const locked = (id: string | undefined) => sql`select from resource_files where id = ${id} for update`
    const response = await whileLocked(
      portal,
      (tx) => tx.execute(locked(first)),
      async (tx) => {
        const begun = staff.post(admin, { ...form, assignedGroup: group, resourceIds: [second, first] })
        await waitForLockWaits(portal, 1)
        await tx.execute(locked(second))
        return { begun }
      },
    )
    expect(response.statusCode).toBe(201)
  })
})
