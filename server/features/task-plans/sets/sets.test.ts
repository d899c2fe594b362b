import { asc, eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { partnerActivities, partnerTasks } from '#server/db/schema/partners.ts'
import { taskSetPartners, taskSets } from '#server/db/schema/task-sets.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createPartner, createUser, profileForm, sign } from '#test/factories.ts'
import { createSet, createTemplate } from '#test/plan-rows.ts'

const portal = await createTestApp({ runsJobs: true })
const { db } = portal
afterAll(portal.close)

const staff = await createUser(portal, { role: 'admin' })
const browser = await portal.signIn(staff)
const url = '/api/admin/task-sets'

type Partner = Awaited<ReturnType<typeof createPartner>>
const tasksOf = (partner: Partner) =>
  db
    .select()
    .from(partnerTasks)
    .where(eq(partnerTasks.partnerId, partner.profile.id))
    .orderBy(asc(partnerTasks.dueDate))
const namesOf = async (partner: Partner) => (await tasksOf(partner)).map(({ taskName }) => taskName)

/** Creates two templates, and returns them with the form of a set of them. */
const newTemplates = async () => {
  const prefix = crypto.randomUUID().slice(0, 8)
  return [
    await createTemplate(portal, { taskName: `${prefix} one`, dueInDays: 3, ownerId: staff.id }),
    await createTemplate(portal, { taskName: `${prefix} two`, dueInDays: 10, instructions: 'As agreed' }),
  ] as const
}

describe('a set of tasks', () => {
  test('is created, changed and deleted, with its templates in their order', async () => {
    const [one, two] = await newTemplates()
    const form = { name: 'First steps', givenWhen: 'never', templateIds: [two.id, one.id] }
    const set = (await browser.post(url, form)).json()
    expect(set).toMatchObject({ name: 'First steps', partnerGroup: null, partners: 0 })
    expect(set.templates.map(({ id }: { id: string }) => id)).toEqual([two.id, one.id])
    const taken = await browser.post(url, { ...form, name: 'FIRST steps' })
    expect([taken.statusCode, taken.json().fields]).toEqual([
      409,
      { name: 'A set with this name already exists.' },
    ])
    const change = { ...form, name: 'Steps', templateIds: [one.id], updatedAt: set.updatedAt }
    const changed = (await browser.put(`${url}/${set.id}`, change)).json()
    expect(changed.templates).toEqual([{ id: one.id, taskName: one.taskName, dueInDays: 3, eventDays: null }])
    expect((await browser.put(`${url}/${set.id}`, change)).statusCode).toBe(409)
    expect((await browser.remove(`${url}/${set.id}`)).statusCode).toBe(204)
    expect((await browser.get(`${url}/${set.id}`)).statusCode).toBe(404)
    expect((await auditEventsOf(portal, staff)).slice(-3)).toMatchObject([
      { action: 'task_set.created', after: { templates: [two.taskName, one.taskName] } },
      { action: 'task_set.changed', before: { name: 'First steps' }, after: { templates: [one.taskName] } },
      { action: 'task_set.deleted', before: { name: 'Steps' } },
    ])
  })

  test.each([
    ['without templates', { templateIds: [] }, 'templateIds'],
    ['with a template twice', 'twice', 'templateIds'],
    ['with a template that is gone', { templateIds: [crypto.randomUUID()] }, 'templateIds'],
    ['for a group that is not named', { givenWhen: 'group' }, 'partnerGroup'],
    ['for an event without the days of a template', { givenWhen: 'event' }, 'eventDays'],
  ])('%s is refused', async (_what, change, field) => {
    const [one] = await newTemplates()
    const wrong = change === 'twice' ? { templateIds: [one.id, one.id] } : (change as object)
    const response = await browser.post(url, {
      name: crypto.randomUUID(),
      givenWhen: 'never',
      templateIds: [one.id],
      ...wrong,
    })
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, [field]])
  })
})

test('a plan has the days of its templates, and is not given by hand', async () => {
  const [one, two] = await newTemplates()
  const form = { name: crypto.randomUUID(), givenWhen: 'event', templateIds: [one.id, two.id] }
  const eventDays = { [one.id]: -14, [two.id]: 2 }
  const plan = (
    await browser.post(url, {
      ...{ ...form, partnerGroup: 'Coast', weekdaysOnly: true, eventDays },
      recapQuestions: ['How many flyers were left?', ' ', 'Who came?'],
    })
  ).json()
  expect(plan).toMatchObject({
    ...{ partnerGroup: null, weekdaysOnly: true, partners: 0 },
    recapQuestions: ['How many flyers were left?', 'Who came?'],
  })
  expect(plan.templates).toMatchObject([{ eventDays: -14 }, { eventDays: 2 }])
  const changed = await browser.put(`${url}/${plan.id}`, {
    ...form,
    eventDays: { ...eventDays, [two.id]: 3 },
  })
  expect(changed.json()).toMatchObject({
    weekdaysOnly: false,
    templates: [{ eventDays: -14 }, { eventDays: 3 }],
  })
  const asks = async (recapQuestions: string[]) =>
    (await browser.put(`${url}/${plan.id}`, { ...form, eventDays, recapQuestions })).statusCode
  expect(await asks(['Who came?', 'Who came? '])).toBe(400)
  expect(await asks(['a', 'b', 'c', 'd', 'e', 'f'])).toBe(400)
  const tooFar = await browser.put(`${url}/${plan.id}`, {
    ...form,
    eventDays: { ...eventDays, [two.id]: 366 },
  })
  expect(tooFar.statusCode).toBe(400)
  const { profile } = await createPartner(portal)
  expect((await browser.post(`${url}/${plan.id}/give`, { partnerId: profile.id })).statusCode).toBe(409)
  const byHand = await browser.put(`${url}/${plan.id}`, { ...form, givenWhen: 'never', weekdaysOnly: true })
  expect(byHand.json()).toMatchObject({
    weekdaysOnly: false,
    templates: [{ eventDays: null }, { eventDays: null }],
  })
})

describe('given by hand', () => {
  test("it creates tasks of the partner's own, due at 5:00 PM in their time zone, and records activities", async () => {
    const templates = await newTemplates()
    const set = await createSet(portal, { createdBy: staff.id }, [...templates])
    const ann = await createPartner(portal, { user: { timeZone: 'America/Denver' } })
    const response = await browser.post(`${url}/${set.id}/give`, { partnerId: ann.profile.id })
    expect([response.statusCode, response.json()]).toEqual([200, { partners: 1, tasks: 2 }])
    const tasks = await tasksOf(ann)
    expect(tasks.map(({ definitionId }) => definitionId)).toEqual(tasks.map(({ id }) => id))
    expect(tasks).toMatchObject([
      { taskName: templates[0].taskName, ownerId: staff.id, createdBy: staff.id },
      { taskName: templates[1].taskName, instructions: 'As agreed', status: 'pending', filePath: null },
    ])
    for (const { dueDate } of tasks) {
      const time = dueDate.toLocaleTimeString('en-US', { timeZone: 'America/Denver', hour12: false })
      expect(time).toBe('17:00:00')
    }
    const lines = await db
      .select()
      .from(partnerActivities)
      .where(eq(partnerActivities.partnerId, ann.profile.id))
    expect(lines.filter(({ activityType }) => activityType === 'task_created')).toMatchObject(
      templates.map(({ taskName }) => ({
        description: `Task "${taskName}" created`,
        metadata: { actorId: staff.id },
      })),
    )
    expect((await auditEventsOf(portal, staff)).at(-1)).toMatchObject({
      action: 'task_set.given',
      after: { assignedPartnerIds: [ann.profile.id], partners: 1, tasks: 2 },
    })
    const own = await portal.signIn(ann.user)
    expect(JSON.stringify((await own.get('/api/partner/tasks')).json())).not.toContain(staff.id)
  })

  test('it is given again only after staff confirmed that', async () => {
    const templates = await newTemplates()
    const set = await createSet(portal, {}, [...templates])
    const group = crypto.randomUUID()
    const [ann, ben] = await Promise.all(
      [1, 2].map(() => createPartner(portal, { user: { partnerGroup: group } })),
    )
    if (!ann || !ben) throw new Error('no partners')
    await createPartner(portal, { user: { partnerGroup: group, disabledAt: new Date() } })
    const give = (body: object) => browser.post(`${url}/${set.id}/give`, body)
    await give({ partnerId: ann.profile.id })
    const counted = await browser.get(`${url}/${set.id}/audience?group=${group}`)
    expect(counted.json()).toEqual({ partners: 2, alreadyGiven: 1 })
    expect((await give({ assignedGroup: group })).json()).toEqual({ partners: 1, tasks: 2 })
    const refused = await give({ assignedGroup: group })
    expect([refused.statusCode, refused.json().fields]).toEqual([
      400,
      { again: 'They already have this set. Check the box to give it again.' },
    ])
    expect((await give({ assignedGroup: group, again: true })).json()).toEqual({ partners: 2, tasks: 4 })
    expect([(await tasksOf(ann)).length, (await tasksOf(ben)).length]).toEqual([4, 4])
    expect((await browser.get(`${url}/${set.id}`)).json().partners).toBe(2)
    expect((await give({ assignedGroup: 'Nobody is here' })).json().fields).toHaveProperty('assignedGroup')
    expect((await give({})).statusCode).toBe(400)
    expect((await give({ partnerId: crypto.randomUUID() })).statusCode).toBe(400)
  })

  test('a job gives it to those of many who did not get it in the request, each once', async () => {
    const templates = await newTemplates()
    const set = await createSet(portal, {}, [...templates])
    const group = crypto.randomUUID()
    const partners = await Promise.all(
      Array.from({ length: 60 }, () => createPartner(portal, { user: { partnerGroup: group } })),
    )
    const response = await browser.post(`${url}/${set.id}/give`, { assignedGroup: group })
    expect(response.json()).toEqual({ partners: 60, tasks: 120 })
    const given = () => db.$count(taskSetPartners, eq(taskSetPartners.setId, set.id))
    await expect.poll(given, { timeout: 30_000 }).toBe(60)
    const counts = await Promise.all(partners.map(async (each) => (await tasksOf(each)).length))
    expect(new Set(counts)).toEqual(new Set([2]))
    await browser.post(`${url}/${set.id}/give`, { assignedGroup: group, again: true })
    const tasks = async () =>
      (await Promise.all(partners.map(async (each) => (await tasksOf(each)).length))).join()
    await expect.poll(tasks, { timeout: 30_000 }).toBe(partners.map(() => 4).join())
  })
})

describe('given on its own', () => {
  /** Makes this the only set that is given automatically, so that sets of other tests do not interfere. */
  const onlySet = async (set: Partial<typeof taskSets.$inferInsert>) => {
    await db.update(taskSets).set({ givenWhen: 'never', partnerGroup: null })
    const templates = await newTemplates()
    return {
      ...(await createSet(portal, { createdBy: staff.id, ...set }, [...templates])),
      names: templates.map(({ taskName }) => taskName),
    }
  }
  const signBoth = async ({ user }: Partner) => {
    await sign(portal, user, 'nda')
    await sign(portal, user, 'venue_partnership_agreement')
  }

  test('it is given with the second signature, once', async () => {
    const { id, names } = await onlySet({ givenWhen: 'onboarding' })
    const partner = await createPartner(portal)
    await sign(portal, partner.user, 'nda')
    expect(await namesOf(partner)).toEqual([])
    await sign(portal, partner.user, 'venue_partnership_agreement')
    expect(await namesOf(partner)).toEqual(names)
    expect((await tasksOf(partner))[0]?.createdBy).toBe(staff.id)
    const takenBack = { reason: 'Confirmed by mistake' }
    const path = `/api/admin/partners/${partner.profile.id}/take-back-status`
    expect((await browser.post(path, takenBack)).statusCode).toBe(200)
    const own = await portal.signIn(partner.user)
    expect((await own.post('/api/partner/profile', profileForm)).statusCode).toBe(200)
    expect(await namesOf(partner)).toEqual(names)
    expect((await browser.get(`${url}/${id}`)).json().partners).toBe(1)
  })

  test('it is given when staff mark the last agreement as signed, or when a profile is confirmed after that', async () => {
    const { names } = await onlySet({ givenWhen: 'onboarding' })
    const paper = await createPartner(portal)
    const unconfirmed = await createPartner(portal, { status: 'profile' })
    for (const { documents } of [paper, unconfirmed]) {
      for (const { id } of documents) await browser.put(`/api/partner/documents/${id}`, { status: 'signed' })
    }
    expect([await namesOf(paper), await namesOf(unconfirmed)]).toEqual([names, []])
    await (await portal.signIn(unconfirmed.user)).post('/api/partner/profile', profileForm)
    expect(await namesOf(unconfirmed)).toEqual(names)
  })

  test('it is given only to its group if it has one', async () => {
    const { names } = await onlySet({ givenWhen: 'onboarding', partnerGroup: 'Coast' })
    const inside = await createPartner(portal, { user: { partnerGroup: 'Coast' } })
    const outside = await createPartner(portal, { user: { partnerGroup: 'Inland' } })
    for (const partner of [inside, outside]) await signBoth(partner)
    expect([await namesOf(inside), await namesOf(outside)]).toEqual([names, []])
  })

  test('it is given once to each partner who joins its group, and to a disabled user once they are enabled', async () => {
    const { names } = await onlySet({ givenWhen: 'group', partnerGroup: 'Harbor' })
    const partner = await createPartner(portal)
    const move = (partnerGroup: string | null) =>
      browser.put(`/api/admin/users/${partner.user.id}/partner-group`, { partnerGroup })
    await move('Inland')
    expect(await namesOf(partner)).toEqual([])
    for (const group of ['Harbor', null, 'Harbor']) await move(group)
    expect(await namesOf(partner)).toEqual(names)
    const disabled = await createPartner(portal, { user: { disabledAt: new Date() } })
    await browser.put(`/api/admin/users/${disabled.user.id}/partner-group`, { partnerGroup: 'Harbor' })
    expect(await namesOf(disabled)).toEqual([])
    await browser.post(`/api/admin/users/${disabled.user.id}/enable`, {})
    expect(await namesOf(disabled)).toEqual(names)
  })

  test('a set that has lost its templates is not recorded as given', async () => {
    const set = await createSet(portal, { givenWhen: 'group', partnerGroup: 'Empty' })
    const partner = await createPartner(portal)
    await browser.put(`/api/admin/users/${partner.user.id}/partner-group`, { partnerGroup: 'Empty' })
    expect(await db.$count(taskSetPartners, eq(taskSetPartners.setId, set.id))).toBe(0)
    const response = await browser.post(`${url}/${set.id}/give`, { partnerId: partner.profile.id })
    expect(response.statusCode).toBe(409)
  })
})
