import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { WebhookEvent } from '#contract/webhooks/event-labels.ts'
import { webhookData } from '#contract/webhooks/events.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { webhookDeliveries, webhookEndpoints } from '#server/db/schema/webhooks.ts'
import { notifyOfWhatIsDue } from '#server/features/notifications/due/data.ts'
import { createTestApp } from '#test/app.ts'
import {
  createActivation,
  createPartner,
  createTask,
  createUser,
  profileForm,
  sign,
} from '#test/factories.ts'
import { waitForLockWaits, whileLocked } from '#test/locks.ts'
import { createObligation } from '#test/obligations.ts'
import { createPastActivation } from '#test/recaps.ts'
import { createEndpoint } from '#test/webhooks.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)
const admin = await portal.signIn(await createUser(portal, { role: 'admin' }))

let endpoint: Awaited<ReturnType<typeof createEndpoint>>
beforeEach(async () => {
  await db.delete(webhookEndpoints)
  endpoint = await createEndpoint(portal)
})

/** Returns the messages that wait for the endpoint, and checks that they match the contract. */
const messages = async (endpointId = endpoint.id) => {
  const rows = await db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.endpointId, endpointId))
    .orderBy(asc(webhookDeliveries.createdAt))
  return rows.map(({ event, data, state, userId }) => {
    const parsed = webhookData[event as WebhookEvent].safeParse(data)
    expect(parsed.error).toBeUndefined()
    expect(state).toBe('waiting')
    return { event, userId, data: data as Record<string, Record<string, unknown>> }
  })
}
const clear = () => db.delete(webhookDeliveries)
const ok = (response: { statusCode: number; body: string }) =>
  expect(response.statusCode, response.body).toBeLessThan(300)

describe('an event', () => {
  test('is written for a new partner, with their contact data and without data that receivers do not need', async () => {
    const user = await createUser(portal, { firstName: 'Dana', lastName: 'Whitfield' })
    const browser = await portal.signIn(user)
    ok(await browser.post('/api/partner/profile', { ...profileForm, phoneNumber: '+1 555 0100' }))
    const created = (await messages()).filter(({ event }) => event === 'partner.created')
    expect(created).toEqual([
      {
        event: 'partner.created',
        userId: user.id,
        data: {
          user: {
            id: user.id,
            state: 'active',
            email: user.email,
            firstName: 'Dana',
            lastName: 'Whitfield',
            role: 'user',
            partnerGroup: null,
          },
          partner: {
            id: expect.any(String),
            userId: user.id,
            businessName: profileForm.businessName,
            fullName: profileForm.fullName,
            email: profileForm.email,
            phoneNumber: expect.any(String),
            businessWebsite: profileForm.businessWebsite,
            state: 'AL',
            onboardingStatus: expect.any(String),
          },
        },
      },
    ])
  })

  test('is written for each signature and for the completed onboarding', async () => {
    const { user, profile } = await createPartner(portal)
    await clear()
    await sign(portal, user, 'nda')
    await sign(portal, user, 'venue_partnership_agreement')
    const found = await messages()
    expect(found.map(({ event }) => event).sort()).toEqual([
      'document.signed',
      'document.signed',
      'partner.onboarding_completed',
    ])
    const partner = { id: profile.id, userId: user.id, businessName: profile.businessName }
    expect(found.find(({ event }) => event === 'document.signed')?.data).toEqual({
      document: { id: expect.any(String), type: 'nda', name: 'NDA', signedAt: expect.any(String) },
      partner,
    })
    expect(found.find(({ event }) => event === 'partner.onboarding_completed')?.data).toMatchObject({
      partner: { ...partner, onboardingStatus: 'completed' },
      user: { id: user.id, email: user.email },
    })
    // The messages contain nothing of the signature itself.
    expect(JSON.stringify(found)).not.toMatch(/Dana Whitfield"?,"digital|digitalSignature|192\.0\.2\.7/)
  })

  test('is written for a confirmed activation, for each payment, and once for what falls due, without amounts', async () => {
    const { user, profile } = await createPartner(portal, { status: 'completed' })
    const partnerId = profile.id
    const activation = await createActivation(portal, { partnerId })
    const owed = { owedBy: 'company', kind: 'deposit', amountCents: 625_000, timeZone: 'UTC' } as const
    const obligation = await createObligation(portal, { partnerId, ...owed, dueOn: '2031-03-04' })
    await clear()
    ok(await admin.put(`/api/activations/${activation.id}`, { stage: 'confirmed' }))
    ok(await admin.put(`/api/activations/${activation.id}`, { name: 'Renamed' }))
    for (const time of ['07:59', '08:00', '08:01', '09:00']) {
      await notifyOfWhatIsDue(db, new Date(`2031-03-04T${time}:00Z`))
    }
    const entry = { partnerId, obligationId: obligation.id, amountCents: 625_000, currency: 'USD' }
    const body = { ...entry, paidOn: '2026-11-20', method: 'check' }
    ok(await admin.post('/api/admin/payments', body, { 'idempotency-key': 'one' }))
    const found = await messages()
    const partner = { id: partnerId, userId: user.id, businessName: profile.businessName }
    expect(found).toEqual([
      {
        event: 'activation.confirmed',
        userId: user.id,
        data: {
          activation: {
            id: activation.id,
            name: activation.name,
            startsAt: activation.activationDate.toISOString(),
            endsAt: null,
          },
          partner,
        },
      },
      {
        event: 'obligation.due',
        userId: user.id,
        data: {
          obligation: {
            ...{ id: obligation.id, kind: 'deposit', owedBy: 'company', dueOn: '2031-03-04' },
            ...{ activationId: null, documentId: obligation.documentId },
          },
          partner,
        },
      },
      {
        event: 'payment.recorded',
        userId: user.id,
        data: {
          payment: {
            ...{ id: expect.any(String), obligationId: obligation.id, paidBy: 'company' },
            ...{ paidOn: '2026-11-20', reversesId: null },
          },
          partner,
        },
      },
    ])
    expect(JSON.stringify(found)).not.toContain('625')
  })

  test('is written for what is agreed on the day on which it falls due', async () => {
    const { profile } = await createPartner(portal, { status: 'completed' })
    const createdAt = new Date('2031-03-05T10:30:00Z')
    const today = { kind: 'deposit', timeZone: 'UTC', dueOn: '2031-03-05', createdAt } as const
    const { id } = await createObligation(portal, { partnerId: profile.id, ...today })
    await clear()
    for (const time of ['10:31', '10:32']) await notifyOfWhatIsDue(db, new Date(`2031-03-05T${time}:00Z`))
    const due = expect.objectContaining({ id, dueOn: '2031-03-05' })
    expect((await messages()).map(({ event, data }) => [event, data])).toEqual([
      ['obligation.due', expect.objectContaining({ obligation: due })],
    ])
  })

  test('is written once for a recap, when it is sent, without its figures', async () => {
    const { user, profile } = await createPartner(portal, { status: 'completed' })
    const { id, name, activationDate } = await createPastActivation(portal, { partnerId: profile.id })
    await clear()
    const url = `/api/activations/${id}/recap`
    ok(await admin.put(url, { costCents: 98_765, leads: 4321 }))
    expect(await messages()).toEqual([])
    ok(await admin.put(url, { guests: 4321, signUps: 4321 }))
    ok(await admin.put(url, { guests: 1234 }))
    expect(await messages()).toEqual([
      {
        event: 'activation.recap_submitted',
        userId: user.id,
        data: {
          activation: { id, name, startsAt: activationDate.toISOString(), endsAt: null },
          partner: { id: profile.id, userId: user.id, businessName: profile.businessName },
        },
      },
    ])
  })

  test('is written for a task each time it is completed, no matter by whom', async () => {
    const { user, profile } = await createPartner(portal, { status: 'completed' })
    const task = await createTask(portal, { partnerId: profile.id, taskName: 'Hang the posters' })
    await clear()
    const partner = await portal.signIn(user)
    ok(await partner.put(`/api/tasks/${task.id}`, { status: 'completed' }))
    ok(await partner.put(`/api/tasks/${task.id}`, { status: 'completed' }))
    ok(await admin.put(`/api/tasks/${task.id}`, { status: 'in_progress' }))
    ok(await admin.put(`/api/tasks/${task.id}`, { status: 'completed' }))
    const found = await messages()
    expect(found.map(({ event }) => event)).toEqual(['task.completed', 'task.completed'])
    expect(found[0]?.data.task).toEqual({
      id: task.id,
      name: 'Hang the posters',
      type: task.taskType,
      dueDate: task.dueDate.toISOString(),
    })
  })

  test('is written for a changed user with what is new, and not for signing in', async () => {
    const { user, profile } = await createPartner(portal, { status: 'completed' })
    await clear()
    await portal.signIn(user)
    await db
      .update(users)
      .set({ lastSignInAt: new Date(), lastName: user.lastName })
      .where(eq(users.id, user.id))
    expect(await messages()).toEqual([])
    await db.update(users).set({ lastName: 'Vale', partnerGroup: 'Coast' }).where(eq(users.id, user.id))
    await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, user.id))
    ok(await admin.put(`/api/admin/partners/${profile.id}`, { ...profileForm, businessName: 'New Hall' }))
    const found = await messages()
    expect(found.map(({ data }) => data.changed)).toEqual([
      ['user.lastName', 'user.partnerGroup'],
      ['user.state'],
      expect.arrayContaining(['partner.businessName']),
    ])
    expect(found[1]?.data.user).toMatchObject({ state: 'disabled' })
    expect(found[2]?.data).toMatchObject({
      partner: { businessName: 'New Hall' },
      user: { state: 'disabled' },
    })
  })

  test.each([
    ['whose row stays', true],
    ['whose row goes', false],
  ])(
    'of an erased user %s has the id alone, and what was sent of them before is gone',
    async (_what, stays) => {
      const { user } = await createPartner(portal, {
        status: stays ? 'completed' : 'documents',
        user: { firstName: 'Canaria', lastName: 'Canary', email: `canary-${stays}@example.test` },
      })
      expect((await messages()).length).toBeGreaterThan(0)
      ok(await admin.post(`/api/admin/users/${user.id}/erasure`, { email: user.email }))
      const found = await messages()
      expect(found).toEqual([
        {
          event: 'user.changed',
          userId: user.id,
          data: {
            user: {
              id: user.id,
              state: 'erased',
              email: null,
              firstName: null,
              lastName: null,
              role: null,
              partnerGroup: null,
            },
            partner: null,
            changed: ['user.state'],
          },
        },
      ])
    },
  )

  test('is written for each row of a statement that changes many', async () => {
    const { profile } = await createPartner(portal, { status: 'completed' })
    for (let each = 0; each < 3; each += 1) await createTask(portal, { partnerId: profile.id })
    await clear()
    await db.update(partnerTasks).set({ status: 'completed' }).where(eq(partnerTasks.partnerId, profile.id))
    expect((await messages()).map(({ event }) => event)).toEqual(Array(3).fill('task.completed'))
  })
})

test('no event is written for a change that is rolled back, and each for a change that commits', async () => {
  const { user } = await createPartner(portal)
  await clear()
  const rename = (lastName: string, fails: boolean) =>
    db.transaction(async (tx) => {
      await tx.update(users).set({ lastName }).where(eq(users.id, user.id))
      if (fails) throw new Error('no')
    })
  await expect(rename('Gone', true)).rejects.toThrow('no')
  expect(await messages()).toEqual([])
  await rename('Kept', false)
  expect((await messages()).map(({ data }) => data.user?.lastName)).toEqual(['Kept'])
})

test('a request that fails after its write leaves no message', async () => {
  const { profile } = await createPartner(portal, { status: 'completed' })
  await clear()
  await db.execute(sql`
    create function refuse_audit() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`)
  await db.execute(
    sql`create trigger refuse before insert on audit_log for each row execute function refuse_audit()`,
  )
  try {
    const response = await admin.put(`/api/admin/partners/${profile.id}`, {
      ...profileForm,
      businessName: 'Lost',
    })
    expect(response.statusCode).toBe(500)
    portal.log.takeErrors()
  } finally {
    await db.execute(sql`drop trigger refuse on audit_log`)
  }
  expect(await messages()).toEqual([])
})

test('an endpoint gets the events that it wants, and none while it is off', async () => {
  const off = await createEndpoint(portal, { state: 'off' })
  const other = await createEndpoint(portal, { events: ['task.completed'] })
  const { profile } = await createPartner(portal, { status: 'completed' })
  await createTask(portal, { partnerId: profile.id, status: 'completed' })
  expect(await messages(off.id)).toEqual([])
  expect((await messages(other.id)).map(({ event }) => event)).toEqual(['task.completed'])
  expect(new Set((await messages()).map(({ event }) => event)).size).toBeGreaterThan(1)
})

test('deleting an endpoint does not make concurrent changes fail', async () => {
  const { user } = await createPartner(portal)
  await whileLocked(
    portal,
    (tx) => tx.delete(webhookEndpoints),
    async () => {
      const begun = db.update(users).set({ lastName: 'Vale' }).where(eq(users.id, user.id)).execute()
      await waitForLockWaits(portal, 1)
      return { begun }
    },
  )
  expect((await db.select().from(users).where(eq(users.id, user.id)))[0]?.lastName).toBe('Vale')
})

test('an import writes one event for each partner', async () => {
  const row = (number: number) =>
    `Ann Vale,import-${number}@coast.test,Hall ${number},AL,Robin Vale,https://hall.example.com`
  const csv = [
    'Full name,E-mail,Business name,State,Main marketing contact,Business website',
    row(1),
    row(2),
  ].join('\n')
  ok(await admin.post('/api/admin/partners/import', csv, { 'content-type': 'text/csv' }))
  const created = (await messages()).filter(({ event }) => event === 'partner.created')
  expect(created.map(({ data }) => data.partner?.email).sort()).toEqual([
    'import-1@coast.test',
    'import-2@coast.test',
  ])
})
