import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { Notification } from '#contract/notifications/notifications.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { createPartner, createTask, createUser, taskForm } from '#test/factories.ts'
import { createMember } from '#test/members.ts'
import { createDigests, getDigest, listDigests } from './digest/data.ts'
import { notifyOfAnnouncement } from './notify/data.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)
const team = await portal.signIn(await createUser(portal, { role: 'support' }))

const announcementForm = {
  title: 'Closed on Friday',
  body: 'We are back on Monday.',
  assignedPartnerIds: [],
  assignedGroup: null,
}

/** Creates a partner with an owner, a signer and a member who may not sign, each with a browser and an empty bell. */
const createTeam = async () => {
  const { user, profile } = await createPartner(portal, { status: 'completed', onPaper: true })
  const partnerId = profile.id
  const people = {
    owner: { user },
    signer: await createMember(portal, { partnerId, canSign: true }),
    member: await createMember(portal, { partnerId }),
  }
  const browsers = {
    owner: await portal.signIn(people.owner.user),
    signer: await portal.signIn(people.signer.user),
    member: await portal.signIn(people.member.user),
  }
  await db.delete(notifications)
  return { partnerId, people, browsers }
}

const titlesOf = async (browser: Browser) =>
  (await browser.get('/api/notifications')).json<Notification[]>().map(({ title }) => title)
const titlesOfAll = async ({
  owner,
  signer,
  member,
}: Awaited<ReturnType<typeof createTeam>>['browsers']) => ({
  owner: await titlesOf(owner),
  signer: await titlesOf(signer),
  member: await titlesOf(member),
})
const send = async (path: string, body: unknown) => {
  const response = await team.post(path, body)
  expect(response.statusCode, response.body).toBe(201)
  return response.json<{ id: string }>()
}

const announce = async () => {
  const { id } = await send('/api/admin/announcements', announcementForm)
  await notifyOfAnnouncement(db, id)
}

describe('the people of a partner are notified', () => {
  test('all of them of tasks, and only who may sign of agreements', async () => {
    const { partnerId, browsers } = await createTeam()
    await send('/api/tasks', { ...taskForm, taskName: 'Hang the posters', partnerId })
    await send(`/api/admin/partners/${partnerId}/documents`, { documentType: 'nda' })
    const task = 'New task: Hang the posters'
    const agreement = expect.stringMatching(/^To sign: /)
    expect(await titlesOfAll(browsers)).toEqual({
      owner: [agreement, task],
      signer: [agreement, task],
      member: [task],
    })
  })

  test('once of an announcement, also who belongs to two partners that it is for', async () => {
    const { people, browsers } = await createTeam()
    const other = await createPartner(portal, { status: 'completed', onPaper: true })
    await db
      .insert(partnerMembers)
      .values({ partnerId: other.profile.id, userId: people.member.user.id, acceptedAt: new Date() })
    await announce()
    const title = ['Closed on Friday']
    expect(await titlesOfAll(browsers)).toEqual({ owner: title, signer: title, member: title })
    expect(await titlesOf(await portal.signIn(other.user))).toEqual(title)
  })
})

describe('what was notified before a right ended is not shown', () => {
  test('of agreements to a member who may no longer sign', async () => {
    const { partnerId, people, browsers } = await createTeam()
    await send('/api/tasks', { ...taskForm, taskName: 'Hang the posters', partnerId })
    await send(`/api/admin/partners/${partnerId}/documents`, { documentType: 'nda' })
    await db
      .update(partnerMembers)
      .set({ canSign: false })
      .where(eq(partnerMembers.id, people.signer.member.id))
    expect(await titlesOf(browsers.signer)).toEqual(['New task: Hang the posters'])
    expect((await browsers.signer.get('/api/notifications/unseen')).json()).toEqual({ count: 1 })
  })

  test('of anything to somebody who no longer belongs to the partner', async () => {
    const { partnerId, people, browsers } = await createTeam()
    await send('/api/tasks', { ...taskForm, taskName: 'Hang the posters', partnerId })
    await announce()
    await db.delete(partnerMembers).where(eq(partnerMembers.id, people.member.member.id))
    expect(await titlesOf(browsers.member)).toEqual([])
    expect(await titlesOf(browsers.owner)).toHaveLength(2)
  })
})

describe('the weekly digest', () => {
  const monday = new Date('2031-03-03T20:00:00Z')
  const createDigest = async () => {
    const created = await createTeam()
    const { partnerId } = created
    await createTask(portal, {
      partnerId,
      taskName: 'Hang the posters',
      dueDate: new Date('2031-03-04T12:00:00Z'),
    })
    await send(`/api/admin/partners/${partnerId}/documents`, { documentType: 'nda' })
    await createDigests(db, monday, 1_000)
    return created
  }
  const partsOf = async ({ user }: { user: { id: string } }) => {
    const digest = await getDigest(db, user.id)
    return digest && [digest.taskCount, digest.agreementCount, digest.agreements.length]
  }

  test('of a member who may not sign has the tasks and no agreements', async () => {
    const { people } = await createDigest()
    expect(await partsOf(people.owner)).toEqual([1, 1, 1])
    expect(await partsOf(people.signer)).toEqual([1, 1, 1])
    expect(await partsOf(people.member)).toEqual([1, 0, 0])
  })

  test('of a person has the tasks that are theirs or everybody’s', async () => {
    const { partnerId, people } = await createTeam()
    const dueDate = new Date('2031-03-04T12:00:00Z')
    for (const assigneeId of [null, people.member.user.id]) {
      await createTask(portal, { partnerId, dueDate, assigneeId })
    }
    await createDigests(db, monday, 1_000)
    expect(await partsOf(people.owner)).toEqual([1, 0, 0])
    expect(await partsOf(people.member)).toEqual([2, 0, 0])
  })

  test('that was computed before a right ended has nothing of it', async () => {
    const { people } = await createDigest()
    const { signer } = people
    const isSigners = eq(partnerMembers.id, signer.member.id)
    await db.update(partnerMembers).set({ canSign: false }).where(isSigners)
    expect(await partsOf(signer)).toEqual([1, 0, 0])
    await db.delete(partnerMembers).where(isSigners)
    expect(await partsOf(signer)).toBeUndefined()
    expect(await listDigests(db, signer.user.id)).toEqual([])
  })

  test('of somebody with two partners is one', async () => {
    const { people } = await createTeam()
    const other = await createPartner(portal, { status: 'completed', onPaper: true })
    const userId = people.member.user.id
    await db.insert(partnerMembers).values({ partnerId: other.profile.id, userId, acceptedAt: new Date() })
    await createTask(portal, { partnerId: other.profile.id, dueDate: new Date('2031-03-04T12:00:00Z') })
    const { emails } = await createDigests(db, monday, 1_000)
    expect(emails.filter((email) => email.userId === userId).length).toBeLessThanOrEqual(1)
    expect(await listDigests(db, userId)).toHaveLength(1)
  })
})
