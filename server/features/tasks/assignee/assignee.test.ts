import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { Notification } from '#contract/notifications/notifications.ts'
import type { PartnerActivity } from '#contract/partners/activity.ts'
import type { TaskDetails } from '#contract/task-work.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { notifyOfWhatIsDue } from '#server/features/notifications/due/data.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import type { Browser } from '#test/browser.ts'
import { createPartner, createTask, createUser, taskForm } from '#test/factories.ts'
import { waitForLockWaits, whileLocked } from '#test/locks.ts'
import { createMember } from '#test/members.ts'
import { unzip } from '#test/zip.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

const support = await createUser(portal, { role: 'support', firstName: 'Robin', lastName: 'Vale' })
const team = await portal.signIn(support)

const personOf = async <Person extends Parameters<typeof portal.signIn>[0]>(user: Person) => ({
  user,
  id: user.id,
  browser: await portal.signIn(user),
})

/** Creates a partner with an owner, a signer and two members who may not sign, and a task of theirs. */
const createTeam = async (task: Partial<typeof partnerTasks.$inferInsert> = {}) => {
  const { user, profile } = await createPartner(portal, {
    status: 'completed',
    onPaper: true,
    user: { firstName: 'Paula', lastName: 'Ortega' },
  })
  const partnerId = profile.id
  const named = (firstName: string) => ({ partnerId, user: { firstName, lastName: 'Lind' } })
  const mara = await createMember(portal, named('Mara'))
  const { id, dueDate } = await createTask(portal, { partnerId, taskName: 'Hang the posters', ...task })
  return {
    partnerId,
    task: { id, dueDate },
    url: `/api/tasks/${id}`,
    owner: await personOf(user),
    signer: await personOf((await createMember(portal, { ...named('Sina'), canSign: true })).user),
    mara: { ...(await personOf(mara.user)), membership: mara.member.id },
    noah: await personOf((await createMember(portal, named('Noah'))).user),
  }
}

const rowOf = async ({ id }: { id: string }) =>
  (await db.select().from(partnerTasks).where(eq(partnerTasks.id, id)))[0]
const assign = (browser: Browser, url: string, assigneeId: string | null, more: object = {}) =>
  browser.put(url, { assigneeId, ...more })
const ok = async <Body = unknown>(response: ReturnType<Browser['get']>) => {
  const { statusCode, body } = await response
  expect(statusCode, body).toBe(200)
  return JSON.parse(body) as Body
}
const statusOf = async (response: ReturnType<Browser['get']>) => (await response).statusCode
const endMembership = (id: string) => db.delete(partnerMembers).where(eq(partnerMembers.id, id))

describe('the owner, people who may sign and staff', () => {
  test('give a task to any person of the partner, and take it back', async () => {
    const { url, task, owner, signer, mara, noah } = await createTeam()
    for (const [browser, person, name] of [
      [owner.browser, mara, 'Mara Lind'],
      [signer.browser, noah, 'Noah Lind'],
      [team, signer, 'Sina Lind'],
    ] as const) {
      const assignee = { id: person.id, name, profileImageUrl: null }
      expect(await ok(assign(browser, url, person.id))).toMatchObject({ assignee })
      expect(await ok(team.get(url))).toMatchObject({ assignee })
      expect(await ok(mara.browser.get('/api/partner/tasks'))).toMatchObject([{ id: task.id, assignee }])
    }
    expect(await ok(assign(owner.browser, url, null))).toMatchObject({ assignee: null })
  })

  test('cannot give it to somebody who is not of the partner, nor to an open invitation', async () => {
    const { url, task, partnerId, owner } = await createTeam()
    const stranger = await createPartner(portal)
    const invited = { partnerId, email: 'soon@example.test', invitedAt: new Date() }
    const [invitation] = await db.insert(partnerMembers).values(invited).returning()
    for (const id of [stranger.user.id, support.id, invitation?.id ?? '', crypto.randomUUID()]) {
      for (const browser of [owner.browser, team]) {
        const response = await assign(browser, url, id)
        expect(response.statusCode, response.body).toBe(400)
        expect(response.json().fields).toEqual({ assigneeId: 'This person does not belong to the partner.' })
      }
    }
    expect(await rowOf(task)).toMatchObject({ assigneeId: null })
  })
})

describe('a member who may not sign', () => {
  test('takes a task that nobody has, and gives back their own, but nothing else', async () => {
    const { url, owner, mara, noah } = await createTeam()
    const refusal = 'Only the owner and people who may sign can give a task to somebody else.'
    const refused = async (assigneeId: string | null) => {
      const response = await assign(mara.browser, url, assigneeId)
      expect(response.statusCode, response.body).toBe(403)
      expect(response.json().message).toBe(refusal)
    }
    await refused(noah.id)
    expect(await ok(assign(mara.browser, url, mara.id))).toMatchObject({ assignee: { id: mara.id } })
    await ok(assign(mara.browser, url, mara.id))
    await refused(noah.id)
    expect(await ok(assign(mara.browser, url, null))).toMatchObject({ assignee: null })
    await ok(assign(owner.browser, url, noah.id))
    await refused(null)
    // Everyone still works on every task.
    await ok(mara.browser.put(url, { status: 'in_progress' }))
  })

  test('learns who has taken a task first', async () => {
    const { url, task, mara, noah } = await createTeam()
    const [first, second] = await whileLocked(
      portal,
      (tx) => tx.select().from(partnerTasks).where(eq(partnerTasks.id, task.id)).for('update'),
      async () => {
        const taken = assign(mara.browser, url, mara.id)
        await waitForLockWaits(portal, 1)
        const late = assign(noah.browser, url, noah.id)
        await waitForLockWaits(portal, 2)
        return { begun: Promise.all([taken, late]) }
      },
    )
    expect([first.statusCode, second.statusCode]).toEqual([200, 409])
    expect(second.json().message).toBe('Mara Lind has taken this task.')
    expect(await rowOf(task)).toMatchObject({ assigneeId: mara.id })
  })

  test('keeps a task that the owner takes without having seen that', async () => {
    const { url, owner, mara } = await createTeam()
    const { updatedAt } = await ok<TaskDetails>(owner.browser.get(url))
    const taken = await ok<TaskDetails>(assign(mara.browser, url, mara.id))
    const late = await assign(owner.browser, url, owner.id, { updatedAt })
    expect([late.statusCode, late.json().message]).toEqual([409, 'Mara Lind has taken this task.'])
    await ok(assign(owner.browser, url, owner.id, { updatedAt: taken.updatedAt }))
  })

  test('cannot take a task that is accepted, of another partner, or after leaving', async () => {
    const { url, mara, noah } = await createTeam({ status: 'completed', acceptedAt: new Date() })
    const other = await createTeam()
    expect(await statusOf(assign(mara.browser, url, mara.id))).toBe(409)
    expect(await statusOf(assign(mara.browser, other.url, mara.id))).toBe(404)
    await endMembership(mara.membership)
    expect(await statusOf(assign(mara.browser, url, mara.id))).toBe(404)
    expect(await statusOf(assign(noah.browser, url, null))).toBe(200)
  })
})

describe('an assignment ends', () => {
  test('with the membership of the person', async () => {
    const { url, task, owner, mara } = await createTeam()
    await ok(assign(owner.browser, url, mara.id))
    await endMembership(mara.membership)
    expect(await rowOf(task)).toMatchObject({ assigneeId: null })
    expect(await ok(owner.browser.get(url))).toMatchObject({ assignee: null })
  })

  test('when the task moves to another partner', async () => {
    const { url, owner, mara } = await createTeam()
    const other = await createTeam()
    await ok(assign(owner.browser, url, mara.id))
    expect(await ok(team.put(url, { partnerId: other.partnerId }))).toMatchObject({
      partnerId: other.partnerId,
      assignee: null,
    })
    const back = { partnerId: other.partnerId, assigneeId: mara.id }
    expect(await statusOf(team.put(other.url, back))).toBe(400)
  })
})

test('a task for several partners is given to people only in the part of each partner', async () => {
  const [one, two] = [await createTeam(), await createTeam()]
  const assignedPartnerIds = [one.partnerId, two.partnerId]
  const created = await team.post('/api/tasks', { ...taskForm, assignedPartnerIds })
  expect(created.statusCode, created.body).toBe(201)
  const response = await assign(team, `/api/tasks/${created.json().id}`, one.mara.id)
  expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ['assigneeId']])
  const widened = await team.put(one.url, { assigneeId: one.mara.id, partnerId: null, ...everyone })
  expect([widened.statusCode, Object.keys(widened.json().fields)]).toEqual([400, ['assigneeId']])

  const parts = await ok<TaskDetails[]>(one.owner.browser.get('/api/partner/tasks'))
  const part = parts.find(({ taskName }) => taskName === taskForm.taskName)
  await ok(assign(one.owner.browser, `/api/tasks/${part?.id}`, one.mara.id))
  await ok(assign(team, `/api/tasks/${part?.id}`, one.noah.id))
  const change = { id: part?.id, assigneeId: one.signer.id }
  const changed = await ok<{ changed: unknown[] }>(team.post('/api/tasks/bulk', { changes: [change] }))
  expect(changed.changed).toMatchObject([{ before: { assigneeId: one.noah.id } }])
  const wrong = { changes: [{ id: part?.id, assigneeId: two.mara.id }] }
  expect(await statusOf(team.post('/api/tasks/bulk', wrong))).toBe(400)
  expect(await rowOf({ id: part?.id ?? '' })).toMatchObject({ assigneeId: one.signer.id })
})
const everyone = { assignedPartnerIds: [], assignedGroup: null }

describe('who is notified', () => {
  const titlesOf = async ({ owner, signer, mara, noah }: Awaited<ReturnType<typeof createTeam>>) => {
    const titles = async ({ browser }: { browser: Browser }) =>
      (await ok<Notification[]>(browser.get('/api/notifications'))).map(({ title }) => title)
    const read = {
      owner: await titles(owner),
      signer: await titles(signer),
      mara: await titles(mara),
      noah: await titles(noah),
    }
    await db.delete(notifications)
    return read
  }
  const none = { owner: [], signer: [], mara: [], noah: [] }

  test('of an assignment is the assignee, once, and nobody who takes a task', async () => {
    const created = await createTeam()
    const { url, owner, signer, mara } = created
    await ok(assign(owner.browser, url, mara.id))
    expect(await titlesOf(created)).toEqual({ ...none, mara: ['Assigned to you: Hang the posters'] })
    await ok(assign(signer.browser, url, signer.id))
    expect(await titlesOf(created)).toEqual(none)
    await ok(assign(team, url, mara.id, { taskName: 'Hang all posters' }))
    expect(await titlesOf(created)).toEqual({ ...none, mara: ['Assigned to you: Hang all posters'] })
    await ok(assign(team, url, null))
    const title = ['Task changed: Hang all posters']
    expect(await titlesOf(created)).toEqual(none)
    await ok(team.put(url, { dueDate: '2029-05-04T12:00:00.000Z' }))
    expect(await titlesOf(created)).toEqual({ owner: title, signer: title, mara: title, noah: title })
  })

  test('of everything else about an assigned task is its assignee alone', async () => {
    const created = await createTeam({ dueDate: new Date('2031-03-05T20:00:00Z') })
    const { url, task, owner, mara } = created
    await ok(assign(owner.browser, url, mara.id))
    await db.delete(notifications)
    await ok(team.put(url, { instructions: 'At the door' }))
    expect(await titlesOf(created)).toEqual({ ...none, mara: ['Task changed: Hang the posters'] })
    expect((await team.post(`${url}/comments`, { body: 'How far?' })).statusCode).toBe(201)
    expect(await titlesOf(created)).toEqual({ ...none, mara: ['New comment: Hang the posters'] })
    await notifyOfWhatIsDue(db, new Date('2031-03-05T15:00:00Z'))
    expect(await titlesOf(created)).toEqual({ ...none, mara: ['Due today: Hang the posters'] })
    await db
      .update(partnerTasks)
      .set({ createdAt: new Date('2031-03-01') })
      .where(eq(partnerTasks.id, task.id))
    await notifyOfWhatIsDue(db, new Date('2031-03-05T21:00:00Z'))
    expect(await titlesOf(created)).toEqual({ ...none, mara: ['Overdue: Hang the posters'] })
  })
})

test('the calendar feed of a person has the tasks that are theirs or everybody’s', async () => {
  const { url, partnerId, owner, mara, noah } = await createTeam({ taskName: 'Given', dueDate: inAWeek() })
  await createTask(portal, { partnerId, taskName: 'Open', dueDate: inAWeek() })
  await ok(assign(owner.browser, url, mara.id))
  const feedOf = async ({ browser }: { browser: Browser }) => {
    const { feed } = await ok<{ feed: { url: string } }>(browser.post('/api/calendar/feed', undefined))
    return (await portal.visit().get(new URL(feed.url).pathname)).body.match(/(?<=SUMMARY:Due: )\w+/g)?.sort()
  }
  expect(await feedOf(mara)).toEqual(['Given', 'Open'])
  expect(await feedOf(noah)).toEqual(['Open'])
})
const inAWeek = () => new Date(Date.now() + 7 * 86_400_000)

describe('what is recorded', () => {
  test('names nobody in the activity, and the assignee in the audit log of what staff did', async () => {
    const { url, task, partnerId, owner, mara } = await createTeam()
    await ok(assign(owner.browser, url, mara.id))
    await ok(assign(team, url, null))
    const lines = await ok<PartnerActivity[]>(
      team.get(`/api/admin/partners/${partnerId}/activities?kind=tasks`),
    )
    expect(lines).toMatchObject([
      {
        activityType: 'task_assignee_changed',
        description: 'Task "Hang the posters" no longer assigned to a person',
        actorName: 'Robin Vale',
      },
      { description: 'Task "Hang the posters" assigned to a person', actorName: 'Paula Ortega' },
    ])
    expect(JSON.stringify(lines)).not.toContain('Mara')
    const audited = await auditEventsOf(portal, support)
    expect(audited.filter(({ subjectId }) => subjectId === task.id)).toMatchObject([
      { action: 'task.changed', before: { assignee: 'Mara Lind' }, after: { assignee: null } },
    ])
  })

  test('names who completed a task, staff only to staff, until it is sent back', async () => {
    const { url, owner, mara } = await createTeam()
    await ok(mara.browser.put(url, { status: 'completed' }))
    const byMara = { completedBy: { name: 'Mara Lind', isOfPartner: true } }
    expect(await ok(owner.browser.get(url))).toMatchObject(byMara)
    await ok(team.put(url, { status: 'pending' }))
    // Staff who undo that do not take the work of a person.
    await ok(team.put(url, { status: 'completed' }))
    expect(await ok(team.get(url))).toMatchObject(byMara)
    await ok(team.post(`${url}/send-back`, { comment: 'One is missing' }))
    expect(await ok(owner.browser.get(url))).toMatchObject({ completedBy: null })
    await ok(team.put(url, { status: 'completed' }))
    expect(await ok(team.get(url))).toMatchObject({ completedBy: { name: 'Robin Vale', isOfPartner: false } })
    expect(await ok(owner.browser.get(url))).toMatchObject({
      completedBy: { name: 'Partner team', isOfPartner: false },
    })
  })

  test('shows the people of a partner each other’s names, also of who has left, and the team as one', async () => {
    const { url, owner, mara, noah } = await createTeam()
    await ok(mara.browser.put(url, { status: 'in_progress' }))
    for (const browser of [mara.browser, owner.browser, team]) {
      expect((await browser.post(`${url}/comments`, { body: 'Nearly done' })).statusCode).toBe(201)
    }
    await ok(team.put(url, { status: 'pending' }))
    await endMembership(mara.membership)
    // Staff who lose their role stay anonymous.
    await db.update(users).set({ role: 'user' }).where(eq(users.id, support.id))
    const { comments, history } = await ok<TaskDetails>(noah.browser.get(url))
    const lines = await ok<PartnerActivity[]>(noah.browser.get('/api/partner/activities?kind=tasks'))
    await db.update(users).set({ role: 'support' }).where(eq(users.id, support.id))
    expect(comments.map(({ author }) => author)).toEqual(['Mara Lind', 'Paula Ortega', 'Partner team'])
    expect(history.map(({ author }) => author)).toEqual(['Partner team', 'Mara Lind'])
    expect(lines.map(({ actorName }) => actorName)).toEqual([
      'Partner team',
      'Partner team',
      'Paula Ortega',
      'Mara Lind',
      'Mara Lind',
    ])
  })
})

test('what a person downloads about themselves says what they and colleagues did, without the names of colleagues', async () => {
  const { url, owner, mara } = await createTeam()
  await ok(assign(owner.browser, url, mara.id))
  for (const browser of [mara.browser, owner.browser, team]) {
    expect((await browser.post(`${url}/comments`, { body: 'Nearly done' })).statusCode).toBe(201)
  }
  const download = await mara.browser.get('/api/account/data')
  const files = await unzip(download.rawPayload)
  const read = (name: string) => JSON.parse(files[name] ?? '[]')
  expect(read('tasks.json')).toMatchObject([{ isAssignedToYou: true }])
  const from = ['you', 'another member', 'Partner team']
  expect(read('task-comments.json').map((comment: { from: string }) => comment.from)).toEqual(from)
  const lines: { by: string }[] = read('activity.json')
  expect(lines.slice(-4).map(({ by }) => by)).toEqual(['another member', ...from])
  expect(files['tasks.json']).not.toContain('Ortega')
})
