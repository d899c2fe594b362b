import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { PartnerRow } from '#contract/partners/partners.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { sendMessage } from '#server/features/chat/actions.ts'
import { recordSignIn } from '#server/sessions/data.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createPartner, createTask, createUser, profileForm, sign } from '#test/factories.ts'
import { activityTypesOf, documentsOf } from '#test/partner-rows.ts'

const portal = await createTestApp()
afterAll(portal.close)

const signInStaff = async (role: 'support' | 'admin' = 'support') => {
  const user = await createUser(portal, { role, firstName: 'Sue', lastName: 'Ray' })
  return { user, browser: await portal.signIn(user) }
}
const rowOf = async (id: string) =>
  (await portal.db.select().from(partnerProfiles).where(eq(partnerProfiles.id, id)))[0]

test('lines of emails and business names find their partners, and the unknown stay empty', async () => {
  const { browser } = await signInStaff()
  const name = `Café Núñez ${crypto.randomUUID()}`
  const named = { businessName: name }
  const [one, two] = [await createPartner(portal, named), await createPartner(portal, named)]
  const lines = [name.toUpperCase().normalize('NFD'), two.user.email.toUpperCase(), 'nobody@example.com']
  const found = await browser.post('/api/admin/partners/find', { lines })
  const idsOf = ({ partners }: { partners: { id: string }[] }) => partners.map(({ id }) => id).toSorted()
  expect(found.json().map(idsOf)).toEqual([[one.profile.id, two.profile.id].toSorted(), [two.profile.id], []])
  expect((await browser.post('/api/admin/partners/find', { lines: Array(1001).fill('x') })).statusCode).toBe(
    400,
  )
})

describe('the lists of partners', () => {
  const browse = async () => (await signInStaff()).browser
  const namesIn = (rows: { fullName: string }[]) => rows.map(({ fullName }) => fullName)
  const made = (async () => {
    const make = (fullName: string, businessName: string, day: number, status: 'profile' | 'documents') =>
      createPartner(portal, {
        fullName,
        businessName,
        status,
        createdAt: new Date(Date.UTC(2025, 0, day)),
        user: { partnerGroup: 'Listed' },
      })
    return [
      await make('Zed Listed', 'Alpha Hall', 1, 'documents'),
      await make('Amy Listed', 'Zulu Hall', 2, 'profile'),
      await make('Mia Listed', 'Mike Hall', 3, 'documents'),
    ]
  })()

  test.each([
    ['', ['Mia Listed', 'Amy Listed', 'Zed Listed']],
    ['&sort=created', ['Zed Listed', 'Amy Listed', 'Mia Listed']],
    ['&sort=name', ['Amy Listed', 'Mia Listed', 'Zed Listed']],
    ['&sort=business', ['Zed Listed', 'Mia Listed', 'Amy Listed']],
    ['&sort=-name', ['Zed Listed', 'Mia Listed', 'Amy Listed']],
    ['&status=profile', ['Amy Listed']],
    ['&sort=name&limit=2', ['Amy Listed', 'Mia Listed']],
    ['&sort=name&limit=2&page=2', ['Zed Listed']],
  ])('with users are searched, sorted, filtered and paged for the query “%s”', async (query, names) => {
    await made
    const response = await (await browse()).get(`/api/admin/partners-with-user-info?search=listed${query}`)
    expect(namesIn(response.json())).toEqual(names)
    expect(response.headers['x-total-count']).toBe(query.includes('status') ? '1' : '3')
  })

  describe('show how far each partner is', () => {
    const word = 'Standing'
    const created = (async () => {
      const make = (name: string, more: Parameters<typeof createPartner>[1] = {}) =>
        createPartner(portal, { fullName: `${name} ${word}`, ...more })
      const ann = await make('Ann', { status: 'completed', user: { partnerGroup: 'Coast' } })
      const ben = await make('Ben', { user: { partnerGroup: 'Alps' } })
      await sign(portal, ben.user, 'nda')
      const cid = await make('Cid', { status: 'profile' })
      const dan = await make('Dan', { user: { disabledAt: new Date() } })
      await createTask(portal, { partnerId: cid.profile.id })
      await createTask(portal, { partnerId: cid.profile.id, status: 'in_progress' })
      await createTask(portal, { partnerId: ben.profile.id, status: 'completed' })
      await createTask(portal, { partnerId: ann.profile.id })
      await createTask(portal, { partnerId: dan.profile.id, deletedAt: new Date() })
    })()
    const list = async (query: string) => {
      await created
      const response = await (await browse()).get(
        `/api/admin/partners-with-user-info?search=${word}&limit=10&${query}`,
      )
      const rows = response.json<PartnerRow[]>()
      expect(response.headers['x-total-count']).toBe(String(rows.length))
      return rows
    }
    const firstNames = (rows: PartnerRow[]) => rows.map(({ fullName }) => fullName.slice(0, 3)).join(' ')

    test('with agreements and open tasks', async () => {
      const [ann, ben, cid, dan] = await list('sort=name')
      expect([ann, ben, cid, dan].map((row) => [row?.agreements.signed, row?.agreements.total])).toEqual([
        [2, 2],
        [1, 2],
        [0, 2],
        [0, 2],
      ])
      expect([ann, ben, cid, dan].map((row) => row?.openTasks)).toEqual([1, 0, 2, 0])
    })

    test.each([
      ['sort=-agreements', 'Ann Ben'],
      ['sort=-tasks', 'Cid Ann'],
      ['sort=group', 'Ben Ann'],
      ['sort=-group', 'Ann Ben'],
      ['sort=status', 'Cid'],
      ['sort=-status', 'Ann'],
    ])('sorted by “%s”, %s come first', async (query, names) => {
      expect(firstNames(await list(query)).startsWith(names)).toBe(true)
    })

    test.each([
      ['status=onboarding', 'Ben Cid'],
      ['status=documents', 'Ben Dan'],
      ['signed=nda', 'Ann Ben'],
      ['signed=no_nda', 'Cid Dan'],
      ['signed=only_nda', 'Ben'],
      ['status=documents&signed=no_nda', 'Dan'],
    ])('filtered by “%s” there are %s', async (query, names) => {
      expect(firstNames(await list(`${query}&sort=name`))).toBe(names)
    })
  })

  test('show when each partner was last here and when the team last wrote to them, independently of each other', async () => {
    const word = `Seen${crypto.randomUUID().slice(0, 8)}`
    const make = (name: string) =>
      createPartner(portal, { fullName: `${name} ${word}`, user: { lastSeenAt: null } })
    const [ann, ben, cid] = [await make('Ann'), await make('Ben'), await make('Cid')]
    const staff = await createUser(portal, { role: 'admin' })
    const browser = await portal.signIn(staff)
    const list = async (sort: string) =>
      (await browser.get(`/api/admin/partners-with-user-info?search=${word}&sort=${sort}`)).json<
        PartnerRow[]
      >()
    const momentsOf = async ({ profile }: typeof ann) => {
      const { lastSeenAt, lastContactAt } = (
        await browser.get(`/api/admin/partners/${profile.id}/summary`)
      ).json()
      const row = (await list('name')).find(({ id }) => id === profile.id)
      expect(row).toMatchObject({ lastSeenAt, lastContactAt })
      return { lastSeenAt, lastContactAt }
    }
    const order = async (sort: string) =>
      (await list(sort)).map(({ fullName }) => fullName.slice(0, 3)).join(' ')
    const never = { lastSeenAt: null, lastContactAt: null }
    const a = expect.any(String)
    expect(await momentsOf(ann)).toEqual(never)

    // Staff write to Ann, remind Ben, and create a task for Cid, which does not count as contact.
    const said = { ...staff, sid: '' } as never
    await sendMessage(portal.deps, said, ann.user.id, { message: 'Hello' })
    expect((await browser.send('POST', `/api/admin/partners/${ben.profile.id}/remind`)).statusCode).toBe(202)
    await createTask(portal, { partnerId: cid.profile.id })
    expect(await momentsOf(ann)).toEqual({ ...never, lastContactAt: a })
    expect(await momentsOf(ben)).toEqual({ ...never, lastContactAt: a })
    expect(await momentsOf(cid)).toEqual(never)
    expect(await order('contact')).toBe('Cid Ann Ben')
    expect(await order('-contact')).toBe('Ben Ann Cid')

    // Cid signs in and writes.
    await recordSignIn(portal.db, cid.user.id)
    await sendMessage(portal.deps, { ...cid.user, sid: '' } as never, cid.user.id, { message: 'Hello?' })
    expect(await momentsOf(cid)).toEqual({ ...never, lastSeenAt: a })
    expect((await order('seen')).endsWith('Cid')).toBe(true)
    expect((await order('-seen')).startsWith('Cid')).toBe(true)
  })

  test('sorted by their managers go on over pages, and end with those who have none', async () => {
    const word = `Managed${crypto.randomUUID().slice(0, 8)}`
    const [zoe, abe] = [
      await createUser(portal, { role: 'support', firstName: 'Zoe', lastName: word }),
      await createUser(portal, { role: 'admin', firstName: 'Abe', lastName: word }),
    ]
    // Each name begins with that of the partner's manager, and Non has none.
    for (const [name, managerId] of [
      ['Zoe', zoe.id],
      ['Non', null],
      ['Abe', abe.id],
      ['Zoe', zoe.id],
    ] as const)
      await createPartner(portal, { fullName: `${name} ${word}`, managerId })
    const browser = await browse()
    const page = async (query: string) =>
      (await browser.get(`/api/admin/partners-with-user-info?search=${word}&limit=3&${query}`))
        .json<PartnerRow[]>()
        .map(({ fullName }) => fullName.slice(0, 3))
        .join(' ')
    expect(await page('sort=manager')).toBe('Abe Zoe Zoe')
    expect(await page('sort=manager&page=2')).toBe('Non')
    expect(await page('sort=-manager')).toBe('Zoe Zoe Abe')
    expect(await page('sort=-manager&page=2')).toBe('Non')
    expect(await page(`sort=manager&manager=${zoe.id}`)).toBe('Zoe Zoe')
  })

  test('contain all fields of each partner and of its user', async () => {
    const [partner] = await made
    const browser = await browse()
    const listed = (await browser.get('/api/admin/partners-with-user-info?search=zed+alpha')).json()
    const { id, email, firstName, lastName, role, partnerGroup, disabledAt } = partner?.user ?? {}
    expect(listed).toMatchObject([
      {
        id: partner?.profile.id,
        businessName: 'Alpha Hall',
        onboardingStatus: 'documents',
        eventName: null,
        user: { id, email, firstName, lastName, role, partnerGroup, disabledAt },
      },
    ])
    const {
      agreements: _signed,
      openTasks: _open,
      lastSeenAt: _seen,
      lastContactAt: _last,
      isOverdue: _overdue,
      invitedAt: _invited,
      hasSignedIn: _in,
      ...whole
    } = listed[0]
    expect((await browser.get(`/api/admin/partners/${partner?.profile.id}`)).json()).toEqual(whole)
    expect((await browser.get(`/api/admin/partners/${crypto.randomUUID()}`)).statusCode).toBe(404)
  })

  test('in a picker are searched by name and paged', async () => {
    await made
    const browser = await browse()
    const response = await browser.get('/api/admin/partners?search=LISTED&limit=2')
    expect(namesIn(response.json())).toEqual(['Amy Listed', 'Mia Listed'])
    expect(response.headers['x-total-count']).toBe('3')
    const all = await browser.get('/api/admin/partners')
    expect(all.json().length).toBe(await portal.db.$count(partnerProfiles))
  })
})

describe('creating a partner', () => {
  const url = '/api/admin/partners'

  test('stores an unconfirmed profile with both agreements and the terms', async () => {
    const { user: actor, browser } = await signInStaff()
    const user = await createUser(portal)
    const form = { ...profileForm, eventName: 'Spring weekend', partnershipDate: '2049-03-01' }
    const { preferredCommunicationMethod: _method, ...withoutMethod } = form
    const response = await browser.post(url, { ...withoutMethod, userId: user.id })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({
      ...form,
      preferredCommunicationMethod: 'email',
      onboardingStatus: 'profile',
      territory: null,
      user: { id: user.id, email: user.email },
    })
    const profile = { id: response.json().id }
    expect((await documentsOf(portal, { profile })).map(({ status }) => status)).toEqual([
      'pending',
      'pending',
    ])
    expect(await activityTypesOf(portal, { profile })).toEqual(['profile_created'])
    expect(await auditEventsOf(portal, actor)).toMatchObject([
      { action: 'partner.created', subjectId: profile.id, after: { eventName: 'Spring weekend' } },
    ])
  })

  test('is refused for a user who has a profile, and for an unknown user', async () => {
    const { browser } = await signInStaff()
    const { user, profile } = await createPartner(portal)
    const taken = await browser.post(url, { ...profileForm, userId: user.id })
    expect(taken.statusCode).toBe(409)
    expect(taken.json().message).toBe('This user already has a partner profile.')
    expect(await rowOf(profile.id)).toMatchObject(profile)
    const nobody = await browser.post(url, { ...profileForm, userId: crypto.randomUUID() })
    expect(nobody.json().fields).toEqual({ userId: 'This user no longer exists.' })
  })

  test('is refused for a disabled user', async () => {
    const { browser } = await signInStaff()
    const user = await createUser(portal, { disabledAt: new Date() })
    const response = await browser.post(url, { ...profileForm, userId: user.id })
    expect(response.statusCode).toBe(400)
    expect(response.json().fields).toEqual({ userId: 'This user is disabled.' })
    expect(await portal.db.$count(partnerProfiles, eq(partnerProfiles.userId, user.id))).toBe(0)
  })

  test('accepts details of several lines, and other terms of one line only', async () => {
    const { browser } = await signInStaff()
    const user = await createUser(portal)
    const lines = 'Doors at 5\nStaff at 4'
    const wrong = await browser.post(url, {
      ...profileForm,
      userId: user.id,
      setupDetails: lines,
      territory: lines,
    })
    expect(wrong.json().fields).toEqual({ territory: 'Contains characters that are not allowed' })
    const right = await browser.post(url, { ...profileForm, userId: user.id, setupDetails: lines })
    expect(right.json().setupDetails).toBe(lines)
  })

  test('names missing and wrong fields', async () => {
    const { browser } = await signInStaff()
    expect((await browser.post(url, {})).json().fields).toEqual({
      userId: 'User ID is required',
      fullName: 'Full name is required',
      email: 'Valid email is required',
      state: 'State is required',
      businessName: 'Business name is required',
      mainMarketingContact: 'Main marketing contact is required',
      businessWebsite: 'Valid website URL is required',
    })
    const user = await createUser(portal)
    const wrong = await browser.post(url, {
      ...profileForm,
      userId: user.id,
      facebookUrl: 'x',
      twitterUrl: 'x',
      tiktokUrl: 'x',
      instagramUrl: 'x',
      marketingContactEmail: 'x',
      preferredCommunicationMethod: 'text',
      partnershipDate: 'soon',
    })
    expect(wrong.json().fields).toEqual({
      facebookUrl: 'Valid Facebook URL',
      twitterUrl: 'Valid Twitter URL',
      tiktokUrl: 'Valid TikTok URL',
      instagramUrl: 'Valid Instagram URL',
      marketingContactEmail: 'Valid email',
      preferredCommunicationMethod: 'Choose email, phone or WhatsApp',
      partnershipDate: 'Enter a date',
    })
  })

  test('twenty times at once creates one', async () => {
    const { browser } = await signInStaff()
    const user = await createUser(portal)
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => browser.post(url, { ...profileForm, userId: user.id })),
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, ...Array(19).fill(409)])
  })
})

describe('editing a partner', () => {
  test('updates the form, preserves the status and the partner’s own choices, and records what changed', async () => {
    const { user: actor, browser } = await signInStaff()
    const { profile } = await createPartner(portal, { preferredCommunicationMethod: 'text' })
    const form = {
      ...profileForm,
      fullName: profile.fullName,
      preferredCommunicationMethod: 'text',
      territory: 'Mobile',
    }
    const updatedAt = profile.updatedAt.toISOString()
    const response = await browser.put(`/api/admin/partners/${profile.id}`, { ...form, updatedAt })
    expect(response.json()).toMatchObject({ ...form, onboardingStatus: 'documents' })
    const [event] = await auditEventsOf(portal, actor)
    expect(event).toMatchObject({
      action: 'partner.changed',
      before: { businessName: profile.businessName, territory: null },
      after: { businessName: form.businessName, territory: 'Mobile' },
    })
    expect(event?.after).not.toHaveProperty('fullName')
    expect(event?.after).not.toHaveProperty('state')
    expect(await activityTypesOf(portal, { profile })).toEqual(['profile_changed'])

    const late = await browser.put(`/api/admin/partners/${profile.id}`, { ...profileForm, updatedAt })
    expect(late.statusCode).toBe(409)
    expect((await rowOf(profile.id))?.territory).toBe('Mobile')
  })

  test('without a change is not recorded', async () => {
    const { user: actor, browser } = await signInStaff()
    const { profile } = await createPartner(portal)
    const url = `/api/admin/partners/${profile.id}`
    await browser.put(url, profileForm)
    const after = await rowOf(profile.id)
    expect((await browser.put(url, profileForm)).statusCode).toBe(200)
    expect(await rowOf(profile.id)).toEqual(after)
    expect(await auditEventsOf(portal, actor)).toHaveLength(1)
  })
})

test('the activity of a partner lists actor and change, the latest first, in pages', async () => {
  const { user, browser } = await signInStaff()
  const { profile } = await createPartner(portal)
  const task = await createTask(portal, { partnerId: profile.id })
  for (const status of ['in_progress', 'completed']) await browser.put(`/api/tasks/${task.id}`, { status })
  const url = `/api/admin/partners/${profile.id}/activities`
  const response = await browser.get(`${url}?limit=1`)
  expect(response.headers['x-total-count']).toBe('2')
  expect(response.json()).toMatchObject([
    {
      partnerId: profile.id,
      activityType: 'task_status_changed',
      description: `Task "${task.taskName}" moved from In Progress to Completed`,
      metadata: { actorId: user.id, taskId: task.id },
      actorName: 'Sue Ray',
    },
  ])
  expect((await browser.get(`/api/admin/partners/${crypto.randomUUID()}/activities`)).statusCode).toBe(404)
})

describe('the tags of partners', () => {
  const tagsIn = (row: { tags: { name: string }[] }) => row.tags.map(({ name }) => name)

  test('are created by their first spelling, added and removed for several partners at once, and shared by all staff', async () => {
    const { user: actor, browser } = await signInStaff()
    const colleague = (await signInStaff('admin')).browser
    const [ann, ben] = [await createPartner(portal), await createPartner(portal)]
    const partnerIds = [ann.profile.id, ben.profile.id]
    const change = async (kind: string, names: string[], ids = partnerIds) =>
      (await browser.post('/api/admin/partners/bulk', { ids, change: { kind, names } })).json()
    const tagsOf = async (id: string) => tagsIn((await colleague.get(`/api/admin/partners/${id}`)).json())

    expect(await change('tag', ['Key account', 'Coast'])).toMatchObject({ changed: 2 })
    const gone = [...partnerIds, crypto.randomUUID()]
    const added = await change('tag', ['VIP', 'KEY  Account'], gone)
    expect(added).toMatchObject({ total: 2, changed: 2 })
    const removed = await change('untag', ['coast', 'Nothing'], gone)
    expect(removed).toMatchObject({ changed: 2 })
    expect(await change('untag', ['coast'])).toMatchObject({ changed: 0 })
    // Each partner gets back what it had, and loses only what it had got.
    for (const { id } of [removed, added]) await browser.remove(`/api/admin/bulk-actions/${id}`)
    expect(await tagsOf(ann.profile.id)).toEqual(['Coast', 'Key account'])
    await change('untag', ['coast'])
    const set = await browser.put(`/api/admin/partners/${ben.profile.id}/tags`, { names: ['Venue', 'venue'] })
    expect(set.json()).toEqual([{ id: expect.any(String), name: 'Venue' }])
    expect([await tagsOf(ann.profile.id), await tagsOf(ben.profile.id)]).toEqual([['Key account'], ['Venue']])
    const listed = await colleague.get(`/api/admin/partners-with-user-info?search=${ann.user.email}`)
    expect(listed.json().map(tagsIn)).toEqual([['Key account']])
    const audited = (await auditEventsOf(portal, actor)).filter(
      ({ subjectId }) => subjectId === ben.profile.id,
    )
    expect(audited.map(({ action, before, after }) => [action, before?.tags, after?.tags])).toEqual([
      // The audit log has one event for each bulk action.
      ['partner.tagged', ['Key account'], ['Venue']],
    ])
    expect(await activityTypesOf(portal, ben)).toEqual([])

    const many = Array.from({ length: 20 }, (_, index) => `Tag ${index}`)
    expect(await change('tag', [...many.slice(1), 'venue'])).toMatchObject({
      changed: 1,
      leftOut: { full: 1 },
    })
    expect(await tagsOf(ann.profile.id)).toEqual(['Key account'])
    expect(
      (await browser.put(`/api/admin/partners/${crypto.randomUUID()}/tags`, { names: [] })).statusCode,
    ).toBe(404)
  })

  test('filter the list, the ids of all that match, and the export', async () => {
    const { browser } = await signInStaff()
    const [ann, ben] = [await createPartner(portal), await createPartner(portal)]
    const setTags = (id: string) => browser.put(`/api/admin/partners/${id}/tags`, { names: ['Filtered'] })
    const [tag] = (await setTags(ann.profile.id)).json()
    await setTags(ben.profile.id)
    const query = `tag=${tag.id}&added=${ann.profile.createdAt.toISOString()}`
    const listed = await browser.get(`/api/admin/partners-with-user-info?${query}&limit=5`)
    expect(listed.json().map(({ id }: { id: string }) => id)).toEqual([ann.profile.id])
    const ids = async (asked: string) => (await browser.get(`/api/admin/partners/ids?${asked}`)).json().ids
    expect(await ids(query)).toEqual([ann.profile.id])
    expect(await ids(`tag=${tag.id}`)).toEqual([ann.profile.id, ben.profile.id])
    const exported = await browser.post('/api/admin/partners/export', { ids: [ben.profile.id] })
    expect(exported.body.split('\r\n').filter(Boolean)).toHaveLength(2)
    expect(exported.body).toContain(ben.profile.email)
  })

  test('are listed with their partners, and renamed and deleted everywhere', async () => {
    const { browser } = await signInStaff()
    const { profile } = await createPartner(portal)
    await browser.put(`/api/admin/partners/${profile.id}/tags`, { names: ['Zürich', 'Zurich two'] })
    const list = async () => (await browser.get('/api/admin/partner-tags?search=zur&limit=10')).json()
    const [first, second] = await list()
    expect([first, second]).toMatchObject([
      { name: 'Zürich', partners: 1 },
      { name: 'Zurich two', partners: 1 },
    ])
    const rename = (name: string) => browser.put(`/api/admin/partner-tags/${second.id}`, { name })
    const taken = await rename('ZURICH')
    expect([taken.statusCode, taken.json().fields]).toEqual([
      409,
      { name: 'A tag with this name already exists.' },
    ])
    expect((await rename('ZURICH Two')).json()).toEqual({ ...second, name: 'ZURICH Two' })
    for (const status of [204, 404]) {
      expect((await browser.remove(`/api/admin/partner-tags/${first.id}`)).statusCode).toBe(status)
    }
    expect(tagsIn((await browser.get(`/api/admin/partners/${profile.id}`)).json())).toEqual(['ZURICH Two'])
    expect((await browser.put(`/api/admin/partner-tags/${first.id}`, { name: 'x' })).statusCode).toBe(404)
  })
})
