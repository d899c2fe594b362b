import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { Member } from '#contract/partners/members.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import type { Browser } from '#test/browser.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { waitForLockWaits, whileLocked } from '#test/locks.ts'
import { createMember } from '#test/members.ts'
import { outlastStepUp } from '#test/step-up.ts'
import { lockProfile } from '../profile/data.ts'

const portal = await createTestApp()
afterAll(portal.close)
const { db } = portal
const staffUser = await createUser(portal, { role: 'support', firstName: 'Zebulon', lastName: 'Quist' })
const staff = await portal.signIn(staffUser)

const path = '/api/partner/members'
const newAddress = () => `invited-${crypto.randomUUID()}@example.test`

const createTeam = async (user: Partial<typeof users.$inferInsert> = {}) => {
  const { user: owner, profile } = await createPartner(portal, { status: 'completed', user })
  return { owner, profile, partnerId: profile.id, browser: await portal.signIn(owner) }
}

const json = async <Body = Member>(response: ReturnType<Browser['get']>, status = 200): Promise<Body> => {
  const { statusCode, body } = await response
  expect(statusCode, body).toBe(status)
  return JSON.parse(body || 'null')
}
const codeOf = async (response: ReturnType<Browser['get']>) => {
  const { statusCode, body } = await response
  return [statusCode, JSON.parse(body).code]
}
const invite = (browser: Browser, form: object) => json(browser.post(path, form), 201)
const peopleOf = (browser: Browser) => json<Member[]>(browser.get(path))
const invitationsOf = (browser: Browser) => json<{ id: string }[]>(browser.get('/api/partner/invitations'))
const respond = (browser: Browser, id: string, response: 'accept' | 'decline') =>
  browser.post(`/api/partner/invitations/${id}/${response}`, undefined)
const partnersOf = async (browser: Browser) => {
  const { partners, partnerId } = await json<{ partners: { role: string }[]; partnerId: string | null }>(
    browser.get('/api/auth/user'),
  )
  return { partnerId, roles: partners.map(({ role }) => role) }
}

/** Invites somebody with an account, who accepts. */
const join = async (browser: Browser, form: object = {}, user: Partial<typeof users.$inferInsert> = {}) => {
  const account = await createUser(portal, user)
  const { id } = await invite(browser, { email: account.email, ...form })
  const own = await portal.signIn(account)
  expect((await respond(own, id, 'accept')).statusCode).toBe(204)
  return { id, user: account, browser: own }
}

describe('an invitation', () => {
  test('shows what the inviter entered, whoever has the address', async () => {
    const { browser, owner } = await createTeam()
    const account = await createUser(portal, { firstName: 'Secret', lastName: 'Name' })
    const form = { firstName: 'Dana', lastName: 'Vale', title: 'Event manager', canSign: false }
    const shown = []
    for (const email of [newAddress(), account.email, staffUser.email]) {
      const {
        id,
        email: sentTo,
        invitedAt,
        updatedAt,
        ...invited
      } = await invite(browser, { email, ...form })
      expect(sentTo).toBe(email)
      shown.push(invited)
    }
    const open = {
      userId: null,
      acceptedAt: null,
      lastSeenAt: null,
      role: 'member',
      isOfferedOwnership: false,
    }
    expect(shown).toEqual(Array(3).fill({ ...form, ...open }))
    expect(await peopleOf(browser)).toMatchObject([
      { userId: owner.id, role: 'owner', canSign: true },
      ...shown,
    ])
  })

  test('makes its reader a member, whose own names count from then on', async () => {
    const { browser, partnerId, profile } = await createTeam({ firstName: 'Olga', lastName: 'Owner' })
    const account = await createUser(portal, { firstName: null, lastName: null })
    const form = { firstName: 'Dana', lastName: 'Vale', title: 'Event manager' }
    const { id } = await invite(browser, { email: account.email.toUpperCase(), ...form })
    const own = await portal.signIn(account)
    expect(await invitationsOf(own)).toEqual([
      {
        id,
        kind: 'membership',
        partnerId,
        businessName: profile.businessName,
        invitedBy: 'Olga Owner',
        title: 'Event manager',
        canSign: false,
        invitedAt: expect.any(String),
      },
    ])
    expect((await respond(own, id, 'accept')).statusCode).toBe(204)
    expect(await partnersOf(own)).toEqual({ partnerId, roles: ['member'] })
    expect(await invitationsOf(own)).toEqual([])
    expect((await peopleOf(browser))[1]).toMatchObject({
      id,
      userId: account.id,
      email: account.email,
      ...form,
    })
    await db.update(users).set({ firstName: 'Daniela' }).where(eq(users.id, account.id))
    expect((await peopleOf(browser))[1]).toMatchObject({ firstName: 'Daniela' })
    expect(await auditEventsOf(portal, account)).toMatchObject([{ action: 'partner.member_joined' }])
  })

  test('names no member of staff who sent it', async () => {
    const { partnerId } = await createTeam()
    const account = await createUser(portal)
    await json(staff.post(`/api/admin/partners/${partnerId}/members`, { email: account.email }), 201)
    const response = await (await portal.signIn(account)).get('/api/partner/invitations')
    expect(response.json()).toMatchObject([{ invitedBy: null }])
    expect(response.body).not.toMatch(/Zebulon|Quist/)
  })

  test('is nothing for staff, nor for anybody else than its reader', async () => {
    const { browser } = await createTeam()
    const account = await createUser(portal)
    const toStaff = await invite(browser, { email: staffUser.email })
    const toUser = await invite(browser, { email: account.email })
    const stranger = await portal.signIn(await createUser(portal))
    expect(await invitationsOf(staff)).toEqual([])
    for (const [reader, { id }] of [
      [staff, toStaff],
      [stranger, toUser],
      [browser, toUser],
    ] as const) {
      for (const response of ['accept', 'decline'] as const) {
        expect((await respond(reader, id, response)).statusCode).toBe(404)
      }
    }
    expect(await db.$count(partnerMembers, eq(partnerMembers.userId, staffUser.id))).toBe(0)
  })

  test('can be declined, withdrawn and sent again', async () => {
    const { browser } = await createTeam()
    const account = await createUser(portal)
    const own = await portal.signIn(account)
    const declined = await invite(browser, { email: account.email })
    expect((await respond(own, declined.id, 'decline')).statusCode).toBe(204)
    expect((await respond(own, declined.id, 'accept')).statusCode).toBe(404)
    const withdrawn = await invite(browser, { email: account.email })
    const again = await json(browser.post(`${path}/${withdrawn.id}/resend`, undefined))
    expect(new Date(again.invitedAt ?? 0).getTime()).toBeGreaterThanOrEqual(
      new Date(withdrawn.invitedAt ?? 0).getTime(),
    )
    expect((await browser.remove(`${path}/${withdrawn.id}`)).statusCode).toBe(204)
    expect((await respond(own, withdrawn.id, 'accept')).statusCode).toBe(404)
    expect(await partnersOf(own)).toEqual({ partnerId: null, roles: [] })
  })

  test('is refused for a member and for an address that is invited, in any case', async () => {
    const { browser } = await createTeam()
    const { user } = await join(browser)
    const email = newAddress()
    await invite(browser, { email })
    for (const [address, message] of [
      [user.email.toUpperCase(), 'This address is already a member.'],
      [email.toUpperCase(), 'This address is already invited.'],
    ]) {
      const response = await browser.post(path, { email: address })
      expect([response.statusCode, response.json().fields]).toEqual([409, { email: message }])
    }
  })

  test('of one address at the same time is stored once', async () => {
    const { browser, partnerId } = await createTeam()
    const email = newAddress()
    const responses = await whileLocked(
      portal,
      (tx) => lockProfile(tx, partnerId),
      async () => {
        const begun = Promise.all(
          [email, email.toUpperCase()].map((address) => browser.post(path, { email: address })),
        )
        await waitForLockWaits(portal, 2)
        return { begun }
      },
    )
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  })

  test('is refused when the partner has 50 people, also when several are invited at once', async () => {
    const { browser, partnerId } = await createTeam()
    const rows = Array.from({ length: 48 }, () => ({ partnerId, email: newAddress(), invitedAt: new Date() }))
    await db.insert(partnerMembers).values(rows)
    const responses = await Promise.all([0, 1, 2].map(() => browser.post(path, { email: newAddress() })))
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])
    expect(await peopleOf(browser)).toHaveLength(50)
  })

  test('is sent 20 times a day by a partner, and three times a day to an address', async () => {
    const { browser } = await createTeam()
    const email = newAddress()
    const { id } = await invite(browser, { email })
    for (const status of [200, 200, 429]) {
      expect((await browser.post(`${path}/${id}/resend`, undefined)).statusCode).toBe(status)
    }
    const other = await createTeam()
    expect(await codeOf(other.browser.post(path, { email }))).toEqual([429, 'too_many_requests'])
    // A withdrawn invitation counts, too.
    await browser.remove(`${path}/${id}`)
    for (let sent = 3; sent < 20; sent++) await invite(browser, { email: newAddress() })
    expect(await codeOf(browser.post(path, { email: newAddress() }))).toEqual([429, 'too_many_requests'])
  })
})

describe('the right to sign', () => {
  test('needs a step-up to be granted, by an invitation and by a change, and notifies the person', async () => {
    const { browser, owner } = await createTeam()
    const { id, user } = await join(browser)
    await outlastStepUp(portal, owner)
    const refused = [403, 'step_up_required']
    expect(await codeOf(browser.post(path, { email: newAddress(), canSign: true }))).toEqual(refused)
    expect(await codeOf(browser.put(`${path}/${id}`, { canSign: true }))).toEqual(refused)
    await json(browser.put(`${path}/${id}`, { title: 'Director', canSign: false }))
    const again = await portal.signIn(owner)
    expect(await json(again.put(`${path}/${id}`, { canSign: true }))).toMatchObject({
      canSign: true,
      title: 'Director',
    })
    await outlastStepUp(portal, owner)
    await json(again.put(`${path}/${id}`, { canSign: false }))
    const told = await db
      .select({ title: notifications.title })
      .from(notifications)
      .where(eq(notifications.userId, user.id))
    expect(told.map(({ title }) => title.replace(/for .*/, 'for')).sort()).toEqual([
      'You may sign for',
      'You no longer sign for',
    ])
  })

  test('of the owner cannot be changed, and an outdated change is refused', async () => {
    const { browser } = await createTeam()
    const [own] = await peopleOf(browser)
    expect(await codeOf(browser.put(`${path}/${own?.id}`, { canSign: false }))).toEqual([409, 'conflict'])
    const { id } = await join(browser)
    const [, { updatedAt } = { updatedAt: '' }] = await peopleOf(browser)
    await json(browser.put(`${path}/${id}`, { title: 'First', updatedAt }))
    expect(await codeOf(browser.put(`${path}/${id}`, { title: 'Second', updatedAt }))).toEqual([
      409,
      'conflict',
    ])
  })
})

describe('people who are not the owner', () => {
  test('change nobody: a signer reads the list, and a member does not', async () => {
    const { browser } = await createTeam()
    const signer = await join(browser, { canSign: true })
    const member = await join(browser)
    expect(await peopleOf(signer.browser)).toHaveLength(3)
    expect((await member.browser.get(path)).statusCode).toBe(403)
    for (const { browser: own } of [signer, member]) {
      expect((await own.post(path, { email: newAddress() })).statusCode).toBe(403)
      for (const { id } of [signer, member].filter(({ browser: each }) => each !== own)) {
        expect((await own.remove(`${path}/${id}`)).statusCode).toBe(403)
        expect((await own.put(`${path}/${id}`, { canSign: true })).statusCode).toBe(403)
        expect((await own.post(`${path}/${id}/ownership`, undefined)).statusCode).toBe(403)
      }
    }
  })

  test('leave by themselves, while the owner cannot', async () => {
    const { browser } = await createTeam()
    const { id, browser: own } = await join(browser)
    const [ownerRow] = await peopleOf(browser)
    expect(await codeOf(browser.remove(`${path}/${ownerRow?.id}`))).toEqual([409, 'conflict'])
    expect((await own.remove(`${path}/${id}`)).statusCode).toBe(204)
    expect(await partnersOf(own)).toEqual({ partnerId: null, roles: [] })
    expect((await own.get('/api/partner/profile')).statusCode).toBe(404)
  })

  test('of another partner are not found', async () => {
    const { browser } = await createTeam()
    const other = await createTeam()
    const { id } = await join(other.browser)
    expect((await browser.remove(`${path}/${id}`)).statusCode).toBe(404)
    expect((await browser.put(`${path}/${id}`, { title: 'Mine' })).statusCode).toBe(404)
    expect((await browser.post(`${path}/${id}/ownership`, undefined)).statusCode).toBe(404)
  })
})

describe('ownership', () => {
  const ownerOf = async (partnerId: string) => {
    const [row] = await db.select().from(partnerProfiles).where(eq(partnerProfiles.id, partnerId))
    return row?.userId
  }
  const offer = (browser: Browser, id: string) => browser.post(`${path}/${id}/ownership`, undefined)

  test('moves when the person accepts, with the group, and the former owner may still sign', async () => {
    const { browser, owner, partnerId } = await createTeam({ partnerGroup: 'Florida' })
    const { id, user, browser: own } = await join(browser)
    expect((await json(offer(browser, id))).isOfferedOwnership).toBe(true)
    expect(await invitationsOf(own)).toMatchObject([{ id, kind: 'ownership' }])
    expect((await respond(own, id, 'accept')).statusCode).toBe(204)
    expect(await ownerOf(partnerId)).toBe(user.id)
    expect(await peopleOf(own)).toMatchObject([
      { userId: user.id, role: 'owner', isOfferedOwnership: false },
      { userId: owner.id, role: 'member', canSign: true },
    ])
    const groups = await db.select({ id: users.id, group: users.partnerGroup }).from(users)
    expect(groups.find((each) => each.id === user.id)?.group).toBe('Florida')
    expect(groups.find((each) => each.id === owner.id)?.group).toBeNull()
    expect((await browser.post(path, { email: newAddress() })).statusCode).toBe(403)
  })

  test('stays when the person declines or the offer is withdrawn, and is offered to one at a time', async () => {
    const { browser, owner, partnerId } = await createTeam()
    const first = await join(browser)
    const second = await join(browser)
    await json(offer(browser, first.id))
    expect((await respond(first.browser, first.id, 'decline')).statusCode).toBe(204)
    await json(offer(browser, first.id))
    await json(offer(browser, second.id))
    expect((await respond(first.browser, first.id, 'accept')).statusCode).toBe(404)
    await json(browser.remove(`${path}/${second.id}/ownership`))
    expect((await respond(second.browser, second.id, 'accept')).statusCode).toBe(404)
    expect(await ownerOf(partnerId)).toBe(owner.id)
  })

  test('is only offered with a step-up, to somebody who has joined', async () => {
    const { browser, owner } = await createTeam()
    const { id } = await invite(browser, { email: newAddress() })
    expect(await codeOf(offer(browser, id))).toEqual([409, 'conflict'])
    await outlastStepUp(portal, owner)
    expect(await codeOf(offer(browser, id))).toEqual([403, 'step_up_required'])
  })

  test('is refused to somebody who owns another partner', async () => {
    const { browser } = await createTeam()
    const other = await createTeam()
    const { id } = await invite(browser, { email: other.owner.email })
    await respond(other.browser, id, 'accept')
    await json(offer(browser, id))
    expect(await codeOf(respond(other.browser, id, 'accept'))).toEqual([409, 'conflict'])
  })

  test('is set by staff at once, who read and change the people of any partner', async () => {
    const { browser, partnerId, owner } = await createTeam()
    const { id, user } = await join(browser)
    const admin = `/api/admin/partners/${partnerId}/members`
    expect(await json<Member[]>(staff.get(admin))).toHaveLength(2)
    expect(await json(staff.put(`${admin}/${id}`, { title: 'Director' }))).toMatchObject({
      title: 'Director',
    })
    expect(await json(staff.post(`${admin}/${id}/ownership`, undefined))).toMatchObject({ role: 'owner' })
    expect(await ownerOf(partnerId)).toBe(user.id)
    const told = await db.select().from(notifications).where(eq(notifications.userId, owner.id))
    expect(told.map(({ title }) => title)).toEqual([
      expect.stringContaining('You are no longer the owner of'),
    ])
    expect((await staff.get(`/api/admin/partners/${user.id}/members`)).statusCode).toBe(404)
  })

  test('and the end of the membership of its new owner happen one after the other', async () => {
    const { browser, owner, partnerId } = await createTeam()
    const { id, user, browser: own } = await join(browser)
    await json(offer(browser, id))
    const [accepted, removed] = await whileLocked(
      portal,
      (tx) => lockProfile(tx, partnerId),
      async () => {
        const accepting = respond(own, id, 'accept')
        await waitForLockWaits(portal, 1)
        const begun = Promise.all([accepting, browser.remove(`${path}/${id}`)])
        await waitForLockWaits(portal, 2)
        return { begun }
      },
    )
    expect([accepted?.statusCode, removed?.statusCode]).toEqual([204, 403])
    expect(await ownerOf(partnerId)).toBe(user.id)
    const rows = await db.select().from(partnerMembers).where(eq(partnerMembers.partnerId, partnerId))
    expect(rows.map(({ userId }) => userId).sort()).toEqual([owner.id, user.id].sort())
  })
})

describe('staff', () => {
  test('find a partner by the names of its people, who count as having a profile', async () => {
    const { partnerId, profile } = await createTeam()
    const word = `Zyx${crypto.randomUUID().slice(0, 8)}`
    const { user } = await createMember(portal, { partnerId, title: 'Director', user: { lastName: word } })
    const found = await json<{ id: string }[]>(staff.get(`/api/admin/partners-with-user-info?search=${word}`))
    expect(found.map(({ id }) => id)).toEqual([partnerId])
    const list = (query: string) =>
      json<{ users: object[] }>(staff.get(`/api/admin/users-with-partner-status?search=${word}${query}`))
    const partner = { id: partnerId, businessName: profile.businessName, role: 'member' }
    expect((await list('')).users).toMatchObject([
      { id: user.id, hasPartnerProfile: true, partner, partnerId: null },
    ])
    expect((await list('&profile=none')).users).toEqual([])
    expect(
      await json<unknown[]>(staff.get(`/api/admin/users-without-partner-profiles?search=${word}`)),
    ).toEqual([])
    const csv = await staff.get(`/api/admin/partners/export?search=${word}`)
    expect(csv.body).toContain(`${word} <${user.email}>, Director`)
  })

  test('view the portal as one of the people, with the rights of that person', async () => {
    const { partnerId } = await createTeam()
    const { user } = await createMember(portal, { partnerId })
    const viewer = await portal.signIn(await createUser(portal, { role: 'support' }))
    const view = (userId: string) => viewer.post(`/api/admin/partners/${partnerId}/view`, { userId })
    expect(await codeOf(view(staffUser.id))).toEqual([400, 'bad_request'])
    expect((await view(user.id)).statusCode).toBe(204)
    expect(await json<object>(viewer.get('/api/auth/user'))).toMatchObject({
      id: user.id,
      partners: [{ id: partnerId, role: 'member', canSign: false }],
      viewing: { partner: { id: partnerId } },
    })
    expect(await json<unknown[]>(viewer.get('/api/partner/documents'))).toEqual([])
    expect((await viewer.get(path)).statusCode).toBe(403)
  })
})
