import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { maxComments } from '#contract/limits.ts'
import { activationComments } from '#server/db/schema/activations.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { partnerActivities, partnerProfiles } from '#server/db/schema/partners.ts'
import { createTestApp } from '#test/app.ts'
import { createActivation, createPartner, createUser } from '#test/factories.ts'
import { createMember } from '#test/members.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

const manager = await createUser(portal, { role: 'support', firstName: 'Mia', lastName: 'Ray' })
const colleague = await createUser(portal, { role: 'admin' })

const begin = async () => {
  const partner = await createPartner(portal, {
    status: 'completed',
    user: { firstName: 'Ann', lastName: 'Lee' },
  })
  const partnerId = partner.profile.id
  await db.update(partnerProfiles).set({ managerId: manager.id }).where(eq(partnerProfiles.id, partnerId))
  const { user: member } = await createMember(portal, { partnerId })
  const { id } = await createActivation(portal, { partnerId, name: 'Gala', createdBy: colleague.id })
  return {
    ...{ id, partnerId, member, owner: partner.user, url: `/api/activations/${id}/comments` },
    own: await portal.signIn(partner.user),
    team: await portal.signIn(manager),
  }
}

const noticesOf = (activationId: string) =>
  db
    .select({ userId: notifications.userId, kind: notifications.kind, title: notifications.title })
    .from(notifications)
    .where(eq(notifications.activationId, activationId))
const byUser = (notices: { userId: string }[]) =>
  notices.toSorted((one, other) => one.userId.localeCompare(other.userId))

describe('a comment on an activation', () => {
  test('is read by both sides, without the names of staff to partners, and notifies the other side', async () => {
    const { id, url, own, team, owner, member, partnerId } = await begin()
    const asked = await own.post(url, { body: 'May we set up at seven?' })
    expect([asked.statusCode, asked.json()]).toMatchObject([201, { author: 'Ann Lee' }])
    const question = { userId: manager.id, kind: 'activation_work' }
    expect(await noticesOf(id)).toMatchObject([
      { ...question, title: expect.stringMatching(/^New comment: Gala · /) },
    ])

    expect((await team.post(url, { body: 'Yes.' })).json()).toMatchObject({ author: 'Mia Ray', body: 'Yes.' })
    const answered = [owner, member].map(({ id: userId }) => ({ userId, kind: 'activation_comment' }))
    expect(byUser(await noticesOf(id))).toMatchObject(byUser([question, ...answered]))
    // Whoever answers has seen the question.
    const [seen] = await db.select().from(notifications).where(eq(notifications.userId, manager.id))
    expect(seen?.seenAt).not.toBeNull()

    const authors = async (browser: typeof own) =>
      (await browser.get(url)).json().map(({ author }: { author: string }) => author)
    expect(await authors(own)).toEqual(['Ann Lee', 'Partner team'])
    expect(await authors(team)).toEqual(['Ann Lee', 'Mia Ray'])
    const lines = await db.select().from(partnerActivities).where(eq(partnerActivities.partnerId, partnerId))
    expect(lines.filter(({ activityType }) => activityType === 'activation_commented')).toHaveLength(2)
  })

  test('is refused without text and to another partner, and goes with the activation', async () => {
    const { id, url, own, team } = await begin()
    expect((await own.post(url, { body: '  ' })).json().fields).toEqual({ body: 'Write a comment' })
    const other = await portal.signIn((await createPartner(portal, { status: 'completed' })).user)
    expect((await other.post(url, { body: 'Hello' })).statusCode).toBe(404)
    expect((await other.get(url)).statusCode).toBe(404)
    await team.post(url, { body: 'Hello' })
    expect((await team.remove(`/api/activations/${id}`)).statusCode).toBe(204)
    expect(await db.$count(activationComments, eq(activationComments.activationId, id))).toBe(0)
  })

  test('is refused when there are too many', async () => {
    const { id, url, own } = await begin()
    const full = Array.from({ length: maxComments }, () => ({ activationId: id, body: 'Hello' }))
    await db.insert(activationComments).values(full)
    expect((await own.post(url, { body: 'One more' })).statusCode).toBe(409)
  })
})
