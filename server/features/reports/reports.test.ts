import { parse } from 'csv-parse/sync'
import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { ReportMetric } from '#contract/report-metrics.ts'
import type { ReportSummary } from '#contract/reports.ts'
import { chatConversations } from '#server/db/schema/chat.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { reportEntries, reportSettings } from '#server/db/schema/reports.ts'
import { users } from '#server/db/schema/users.ts'
import { sendMessage } from '#server/features/chat/actions.ts'
import { createTestApp } from '#test/app.ts'
import {
  createActivation,
  createDocument,
  createPartner,
  createResource,
  createTask,
  createUser,
} from '#test/factories.ts'
import { waitForLockWaits, whileLocked } from '#test/locks.ts'
import { countDue } from './data.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

const admin = await portal.signIn(await createUser(portal, { role: 'admin', firstName: 'Ada' }))
const zone = 'America/New_York'

const summaryOf = async (query: string) => {
  const response = await admin.get(`/api/admin/reports/summary?${query}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json() as ReportSummary
}
const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format()
const soFar = `from=2026-06-01&to=${today}`

/** Returns what a period counts, without what it counts zero times. */
const countsOf = ({ numbers }: ReportSummary) =>
  Object.fromEntries(
    Object.entries(numbers).flatMap(([metric, { count }]) => (count ? [[metric, count]] : [])),
  )

const succeeds = async (response: ReturnType<typeof admin.get>) =>
  expect((await response).statusCode, (await response).body).toBeLessThan(300)

/** Returns by how much an action changes the numbers of a period that includes now, and its corrections. */
const changesBy = async (act: () => Promise<unknown>) => {
  const [before, , after] = [await summaryOf(soFar), await act(), await summaryOf(soFar)]
  const changed: Partial<Record<ReportMetric, number>> = {}
  const corrections: Partial<Record<ReportMetric, number>> = {}
  for (const metric of Object.keys(before.numbers) as ReportMetric[]) {
    const by = (name: 'count' | 'corrections') => after.numbers[metric][name] - before.numbers[metric][name]
    if (by('count')) changed[metric] = by('count')
    if (by('corrections')) corrections[metric] = by('corrections')
  }
  return { changed, corrections }
}

test('days begin and end at midnight of the company, also on the day when its clocks change', async () => {
  const { profile } = await createPartner(portal, { createdAt: new Date('2020-01-01T12:00:00Z') })
  const partnerId = profile.id
  // March 8, 2026 has 23 hours in New York.
  for (const createdAt of [
    '2026-03-08T04:59:59Z',
    '2026-03-08T05:00:00Z',
    '2026-03-09T03:59:59Z',
    '2026-03-09T04:00:00Z',
  ]) {
    await createTask(portal, { partnerId, createdAt: new Date(createdAt), taskType: 'digital_social' })
  }
  const day = await summaryOf('from=2026-03-08&to=2026-03-08')
  expect(day).toMatchObject({
    timeZone: zone,
    isOpen: false,
    previousFrom: '2026-03-07',
    previousTo: '2026-03-07',
  })
  expect(day.numbers.task_given).toEqual({ count: 2, previous: 1, corrections: 0 })
  expect(day.tasksByType).toEqual([{ type: 'digital_social', given: 2, done: 0, late: 0 }])
  // November 1, 2026 has 25 hours.
  for (const createdAt of ['2026-11-01T04:00:00Z', '2026-11-02T04:59:59Z', '2026-11-02T05:00:00Z']) {
    await createActivation(portal, {
      partnerId,
      activationDate: new Date(createdAt),
      createdAt: new Date(createdAt),
      updatedAt: new Date(createdAt),
    })
  }
  expect(countsOf(await summaryOf('from=2026-11-01&to=2026-11-01'))).toMatchObject({ activation: 2 })
})

test.each([
  ['from=2026-04-01&to=2026-03-31', 'to'],
  ['from=2026-04-01', 'to'],
  ['from=2026-02-30&to=2026-03-01', 'from'],
  ['from=2020-01-01&to=2026-01-01', 'to'],
  ['period=last-month&from=2026-01-01&to=2026-01-31', 'period'],
  ['period=tomorrow', 'period'],
])('refuses the period %s', async (query, field) => {
  for (const path of ['summary', 'tasks/csv']) {
    const response = await admin.get(`/api/admin/reports/${path}?${query}`)
    expect(response.statusCode).toBe(400)
    expect(Object.keys(response.json().fields)).toEqual([field])
  }
})

describe('a period that is over', () => {
  const may = 'from=2025-05-01&to=2025-05-31'
  const at = (day: number) => new Date(Date.UTC(2025, 4, day, 15))

  const partnerOfMay = async () => {
    const { user, profile, documents } = await createPartner(portal, {
      createdAt: at(2),
      businessName: 'Mayflower Hall',
      user: { partnerGroup: 'Coast' },
    })
    const partnerId = profile.id
    const signed = await createDocument(portal, {
      partnerId,
      createdAt: at(3),
      status: 'signed',
      signedAt: at(7),
      signatureData: '{}',
    })
    const task = await createTask(portal, {
      partnerId,
      createdAt: at(4),
      dueDate: at(20),
      status: 'completed',
      updatedAt: at(9),
    })
    return { user, partnerId, signed, task, documents }
  }

  test('keeps its numbers, and what is taken back later counts and is listed when that happens', async () => {
    const { user, partnerId, signed, task } = await partnerOfMay()
    const first = await summaryOf(may)
    expect(countsOf(first)).toEqual({
      partner_new: 1,
      agreement_sent: 1,
      agreement_signed: 1,
      task_given: 1,
      task_done: 1,
      partner_stalled: 1,
    })
    expect(first.signingDays).toEqual({ value: 4, previous: null })
    expect(first.tasksByGroup).toEqual([{ group: 'Coast', given: 1, done: 1, late: 0 }])

    const voiding = await changesBy(() =>
      succeeds(admin.post(`/api/admin/documents/${signed.id}/void`, { reason: 'Wrong company' })),
    )
    expect(voiding).toEqual({ changed: { agreement_signed: -1 }, corrections: { agreement_signed: 1 } })
    // The task was due in May, so it is late from the moment when it is open again.
    const back = await changesBy(() =>
      succeeds(admin.post(`/api/tasks/${task.id}/send-back`, { comment: 'Not on the wall' })),
    )
    expect(back).toEqual({ changed: { task_done: -1, task_late: 1 }, corrections: { task_done: 1 } })
    const again = await changesBy(() => succeeds(admin.put(`/api/tasks/${task.id}`, { status: 'completed' })))
    expect(again).toEqual({ changed: { task_done: 1 }, corrections: {} })
    // A task that is deleted and restored does not return to the period that is over.
    await succeeds(admin.remove(`/api/tasks/${task.id}`))
    await succeeds(admin.post('/api/tasks/restore', { ids: [task.id] }))

    const erasing = await changesBy(() =>
      succeeds(admin.post(`/api/admin/users/${user.id}/erasure`, { email: user.email })),
    )
    expect(erasing.corrections).toMatchObject({
      partner_new: 1,
      partner_stalled: 1,
      task_given: 1,
      task_done: 1,
    })
    const { corrections } = await summaryOf(soFar)
    expect(corrections).toContainEqual({
      metric: 'partner_new',
      at: expect.any(String),
      correctsAt: at(2).toISOString(),
      partner: null,
    })

    // The server remembers the numbers of May, so they are counted again with a day more.
    const { numbers, signingDays, tasksByGroup } = await summaryOf('from=2025-04-30&to=2025-05-31')
    expect({ numbers, signingDays, tasksByGroup }).toEqual({
      numbers: first.numbers,
      signingDays: first.signingDays,
      tasksByGroup: first.tasksByGroup,
    })
    expect(await summaryOf(may)).toEqual(first)
    // Nothing says any more whose numbers these were.
    expect(await db.$count(reportEntries, eq(reportEntries.partnerId, partnerId))).toBe(0)
    expect(await db.$count(reportEntries, eq(reportEntries.subjectId, partnerId))).toBe(0)
  })

  test('takes nothing new from the past: a due date or an activation that is moved into it counts now', async () => {
    const { profile } = await createPartner(portal)
    const task = await createTask(portal, { partnerId: profile.id })
    const activation = await createActivation(portal, { partnerId: profile.id })
    const { numbers } = await summaryOf(may)
    const moved = await changesBy(async () => {
      await succeeds(admin.put(`/api/tasks/${task.id}`, { dueDate: at(12).toISOString() }))
      await succeeds(admin.put(`/api/activations/${activation.id}`, { activationDate: at(12).toISOString() }))
    })
    expect(moved.changed).toEqual({ task_late: 1, activation: 1 })
    expect((await summaryOf('from=2025-05-01&to=2025-06-01')).numbers).toEqual(numbers)
  })
})

test('a partner is active once, however often its people come, and the next day again', async () => {
  const { user, profile } = await createPartner(portal, { createdAt: new Date('2024-01-01T12:00:00Z') })
  const visit = async () => {
    await db.execute(
      sql`update partner_members set last_seen_at = clock_timestamp() where user_id = ${user.id}`,
    )
  }
  expect((await changesBy(visit)).changed).toEqual({ partner_active: 1 })
  expect((await changesBy(visit)).changed).toEqual({})
  // The visits become those of two days in March.
  await db.execute(
    sql`update report_entries set at = '2024-03-02T12:00Z' where subject_id = ${profile.id} and metric = 'partner_active'`,
  )
  await visit()
  await db.execute(sql`
    update report_entries set at = '2024-03-05T12:00Z', value = 3
    where subject_id = ${profile.id} and metric = 'partner_active' and value is not null`)
  expect(countsOf(await summaryOf('from=2024-03-01&to=2024-03-31'))).toEqual({ partner_active: 1 })
  expect(countsOf(await summaryOf('from=2024-03-03&to=2024-03-31'))).toEqual({ partner_active: 1 })
  expect(countsOf(await summaryOf('from=2024-03-03&to=2024-03-04'))).toEqual({})
})

test('counts downloads of partners by file, answers and how long they took, and lost partners', async () => {
  const staff = await createUser(portal, { role: 'support' })
  const { user, profile } = await createPartner(portal, { status: 'completed', onPaper: true })
  const browser = await portal.signIn(user)
  const file = await createResource(portal)
  const loading = await changesBy(async () => {
    await succeeds(browser.post(`/api/resources/${file.id}/download`, {}))
    await succeeds((await portal.signIn(staff)).post(`/api/resources/${file.id}/download`, {}))
  })
  expect(loading.changed).toMatchObject({ download: 1 })
  expect((await summaryOf(soFar)).files).toEqual([
    { id: file.id, title: file.title, downloads: 1, partners: 1 },
  ])

  const [{ id: conversationId } = { id: '' }] = await db
    .select({ id: chatConversations.id })
    .from(chatConversations)
    .where(eq(chatConversations.partnerId, profile.id))
  const say = (sender: typeof staff, message: string) =>
    sendMessage(portal.deps, sender as never, conversationId, { message })
  const talking = await changesBy(async () => {
    await say(user, 'Hello')
    await db.execute(
      sql`update chat_conversations set waiting_since = waiting_since - interval '90 seconds' where id = ${conversationId}`,
    )
    await say(staff, 'Hi')
    await say(staff, 'What can we do?')
  })
  expect(talking.changed).toEqual({ answer: 1 })
  expect(Math.round((await summaryOf(soFar)).answerSeconds.value ?? 0)).toBe(90)

  const disable = (isDisabled: boolean) =>
    succeeds(admin.post(`/api/admin/users/${user.id}/${isDisabled ? 'disable' : 'enable'}`, {}))
  expect((await changesBy(() => disable(true))).changed).toEqual({ partner_lost: 1 })
  expect(await changesBy(() => disable(false))).toEqual({
    changed: { partner_lost: -1 },
    corrections: { partner_lost: 1 },
  })
})

describe('the files', () => {
  const read = async (report: string, query = soFar) => {
    const response = await admin.get(`/api/admin/reports/${report}/csv?${query}`)
    expect(response.statusCode, response.body).toBe(200)
    expect(response.body.startsWith('\ufeff')).toBe(true)
    return parse<Record<string, string>>(response.body, { bom: true, columns: true })
  }

  test('their counts add up to the numbers, and no cell is a formula', async () => {
    const { profile } = await createPartner(portal, { businessName: '=1+1', user: { partnerGroup: '+cmd' } })
    await createTask(portal, { partnerId: profile.id, taskName: '@SUM(A1)' })
    await createResource(portal, { title: '-2+3' })
    await db
      .update(partnerProfiles)
      .set({ onboardingStatus: 'completed' })
      .where(eq(partnerProfiles.id, profile.id))
    const { numbers } = await summaryOf(soFar)
    const sums: Record<string, number> = {}
    for (const report of ['partners', 'agreements', 'tasks', 'activations', 'downloads', 'answers']) {
      const rows = await read(report)
      sums[report] = rows.reduce((sum, row) => sum + Number(row.Count), 0)
      const cells = rows.flatMap(({ Count: _count, ...row }) => Object.values(row))
      expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
    }
    const sumOf = (...metrics: ReportMetric[]) =>
      metrics.reduce((sum, metric) => sum + numbers[metric].count, 0)
    expect(sums).toEqual({
      partners: sumOf('partner_new', 'partner_active', 'partner_stalled', 'partner_lost'),
      agreements: sumOf('agreement_sent', 'agreement_signed'),
      tasks: sumOf('task_given', 'task_done', 'task_late'),
      activations: sumOf('activation'),
      downloads: sumOf('download'),
      answers: sumOf('answer'),
    })
    expect(await read('tasks')).toContainEqual(
      expect.objectContaining({ What: 'Given', Task: "'@SUM(A1)", Group: "'+cmd", Business: "'=1+1" }),
    )
    expect(await read('not-downloaded')).toContainEqual(
      expect.objectContaining({ File: "'-2+3", Business: "'=1+1" }),
    )
  })

  test('times are those of the company, and what was taken back names its time', async () => {
    const { profile } = await createPartner(portal, { createdAt: new Date('2023-06-30T23:30:00-04:00') })
    await admin.get('/api/admin/reports/summary')
    expect(await read('partners', 'from=2023-06-30&to=2023-06-30')).toEqual([
      expect.objectContaining({
        Time: '2023-06-30 23:30',
        What: 'New',
        Count: '1',
        'Takes back': '',
        'Partner ID': profile.id,
      }),
    ])
  })
})

test('an admin changes the zone and after how many days a partner counts as stalled, everywhere', async () => {
  const url = '/api/admin/reports/settings'
  const support = await portal.signIn(await createUser(portal, { role: 'support' }))
  const { profile } = await createPartner(portal, { createdAt: new Date(Date.now() - 10 * 86_400_000) })
  const stalled = async () =>
    (await admin.get(`/api/admin/partners-with-user-info?status=stalled&page=1&limit=100`))
      .json()
      .map(({ id }: { id: string }) => id)
  expect((await admin.get(url)).json()).toEqual({ timeZone: zone, stalledDays: 14, updatedAt: null })
  expect(await stalled()).not.toContain(profile.id)
  expect((await support.put(url, { timeZone: zone, stalledDays: 7 })).statusCode).toBe(403)
  expect((await admin.put(url, { timeZone: 'Mars/Olympus', stalledDays: 7 })).json().fields).toHaveProperty(
    'timeZone',
  )
  expect((await admin.put(url, { timeZone: zone, stalledDays: 0 })).json().fields).toHaveProperty(
    'stalledDays',
  )

  const { changed } = await changesBy(() => succeeds(admin.put(url, { timeZone: zone, stalledDays: 7 })))
  expect(changed).toEqual({ partner_stalled: 1 })
  expect(await stalled()).toContain(profile.id)
  const seen = { timeZone: zone, stalledDays: 8, updatedAt: new Date(0).toISOString() }
  expect((await admin.put(url, seen)).statusCode).toBe(409)
  await succeeds(admin.put(url, { timeZone: 'Asia/Tokyo', stalledDays: 14 }))
  expect((await summaryOf('period=this-year')).timeZone).toBe('Asia/Tokyo')
  const log = (await admin.get('/api/admin/audit-log?action=report_settings.changed')).json()
  expect(log[0]).toMatchObject({
    before: { timeZone: zone, stalledDays: 7 },
    after: { timeZone: 'Asia/Tokyo', stalledDays: 14 },
  })
  // The other tests mean days in New York, whatever day it is in Tokyo.
  await succeeds(admin.put(url, { timeZone: zone, stalledDays: 14 }))
})

test('the settings change while the job counts', async () => {
  const url = '/api/admin/reports/settings'
  await createPartner(portal, { createdAt: new Date(Date.now() - 20 * 86_400_000), status: 'documents' })
  await db.update(reportSettings).set({ countedUntil: null })
  const { timeZone } = (await admin.get(url)).json()
  const [, saved] = await whileLocked(
    portal,
    (tx) => tx.execute(sql`select pg_advisory_xact_lock(1204914)`),
    async () => {
      const counting = countDue(db, true)
      await waitForLockWaits(portal, 1)
      const saving = admin.put(url, { timeZone, stalledDays: 15 })
      await waitForLockWaits(portal, 2)
      return { begun: Promise.all([counting, saving]) }
    },
  )
  expect(saved.statusCode).toBe(200)
})

test('who is enabled again or goes back to onboarding is stalled from then on', async () => {
  const createdAt = new Date('2025-02-03T15:00:00Z')
  const disabled = await createPartner(portal, { createdAt, user: { disabledAt: new Date() } })
  const completed = await createPartner(portal, { createdAt, status: 'completed', onPaper: true })
  await db.update(reportSettings).set({ updatedAt: null })
  await countDue(db, true)
  const february = 'from=2025-02-01&to=2025-02-28'
  const { numbers } = await summaryOf(february)
  const { changed } = await changesBy(async () => {
    await db.update(users).set({ disabledAt: null }).where(eq(users.id, disabled.user.id))
    await db
      .update(partnerProfiles)
      .set({ onboardingStatus: 'documents' })
      .where(eq(partnerProfiles.id, completed.profile.id))
  })
  expect(changed).toMatchObject({ partner_stalled: 2 })
  // The server remembers the numbers of February, so they are counted again with a day more.
  expect((await summaryOf('from=2025-02-01&to=2025-03-01')).numbers).toEqual(numbers)
})
