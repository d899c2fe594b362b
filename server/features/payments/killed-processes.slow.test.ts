import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { agreementEvents } from '#server/db/schema/evidence.ts'
import { partnerActivities } from '#server/db/schema/partners.ts'
import { payments } from '#server/db/schema/payments.ts'
import { createTestApp } from '#test/app.ts'
import { cookieOf } from '#test/chat-client.ts'
import { createUser } from '#test/factories.ts'
import { createKillableServer } from '#test/killable-server.ts'
import { rounds, startRandom } from '#test/rounds.ts'
import { obligationOf, signEvent } from '#test/signed-event.ts'

const portal = await createTestApp()
afterAll(portal.close)
const server = await createKillableServer(portal)

test('payments are recorded once and counted, however often the process is killed among fifty writers', async () => {
  const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
  const cookie = cookieOf(staff)
  const { partner, id: documentId } = await signEvent(portal)
  const obligation = await obligationOf(staff, documentId, 'deposit')
  const usual = { partnerId: partner.profile.id, obligationId: obligation.id, currency: 'USD' }
  const form = { ...usual, paidOn: '2026-11-20', method: 'bank_transfer', isConfirmed: true }

  /** Resolves to the id of the entry, or to null if the process was killed before it answered. */
  const pay = async (url: string, key: string, amountCents: number) => {
    const headers = { cookie, origin: url, 'content-type': 'application/json', 'idempotency-key': key }
    const body = JSON.stringify({ ...form, amountCents })
    const response = await fetch(`${url}/api/admin/payments`, { method: 'POST', headers, body }).catch(
      () => null,
    )
    const text = await response?.text().catch(() => null)
    if (!(response && text)) return null
    expect(response.status, text).toBe(201)
    return String(JSON.parse(text).id)
  }

  const random = startRandom()
  const wanted: { key: string; cents: number }[] = []
  const answered = new Map<string, string>()
  for (let round = 0; round < rounds({ short: 1, long: 50 }); round++) {
    const running = await server.start()
    const { url } = running
    const writers = Array.from({ length: 50 }, (_, index) => ({
      key: `round-${round}-writer-${index}`,
      cents: 1 + random(1000),
    }))
    wanted.push(...writers)
    const calls = writers.map(async ({ key, cents }) => {
      const id = await pay(url, key, cents)
      if (id) answered.set(key, id)
    })
    await new Promise((resolve) => setTimeout(resolve, random(400)))
    await running.stop('SIGKILL')
    await Promise.all(calls)
  }

  const { url } = await server.start()
  const ids: (string | null)[] = []
  // Every writer repeats its request, since it may not know whether the killed process has recorded it.
  for (let first = 0; first < wanted.length; first += 50) {
    const writers = wanted.slice(first, first + 50)
    ids.push(...(await Promise.all(writers.map(({ key, cents }) => pay(url, key, cents)))))
  }
  for (const [index, { key }] of wanted.entries()) {
    const known = answered.get(key)
    if (known) expect(ids[index]).toBe(known)
  }
  const rows = await portal.db.select().from(payments).where(eq(payments.obligationId, obligation.id))
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  const sum = wanted.reduce((total, { cents }) => total + cents, 0)
  expect(rows.reduce((total, { amountCents }) => total + amountCents, 0)).toBe(sum)
  expect(await obligationOf(staff, documentId, 'deposit')).toMatchObject({ paidCents: sum })
  const recorded = and(
    eq(agreementEvents.documentId, documentId),
    eq(agreementEvents.type, 'payment_recorded'),
  )
  expect(await portal.db.$count(agreementEvents, recorded)).toBe(wanted.length)
  const inActivity = and(
    eq(partnerActivities.partnerId, partner.profile.id),
    eq(partnerActivities.activityType, 'payment_recorded'),
  )
  expect(await portal.db.$count(partnerActivities, inActivity)).toBe(wanted.length)
}, 3_600_000)
