import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listAllActivations } from '#contract/activation-list.ts'
import { listOwnActivations } from '#contract/activations.ts'
import { listAnnouncements } from '#contract/announcements.ts'
import { getNeedsAttention } from '#contract/attention.ts'
import { getCalendar } from '#contract/calendar.ts'
import { listAllDocuments } from '#contract/documents/document-list.ts'
import { listOwnDocuments } from '#contract/documents/documents.ts'
import { listOwnActivities } from '#contract/partners/activity.ts'
import { listResources } from '#contract/resources/resources.ts'
import { listTaskDefinitions } from '#contract/task-definitions.ts'
import { listOwnTasks } from '#contract/tasks.ts'
import { activationRow } from '#test/browser/activation-rows.ts'
import { announcementRow } from '#test/browser/announcement-rows.ts'
import { documentRow, listedDocument } from '#test/browser/document-rows.ts'
import { recordShifts } from '#test/browser/layout-shifts.ts'
import { rowPartner } from '#test/browser/partner-rows.ts'
import { partner, profile, support } from '#test/browser/people.ts'
import { answer, answeredCalls, callsSoFar, delayResponses } from '#test/browser/portal-responses.ts'
import { resource } from '#test/browser/resource-rows.ts'
import { answerEmptyHome, reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome, nothingWaits } from '#test/browser/staff-home.ts'
import { taskRow } from '#test/browser/task-rows.ts'

recordShifts()

const rows = Array.from({ length: 6 })
const activity = {
  partnerId: profile.id,
  activityType: 'task_created',
  kind: 'tasks',
  description: 'Task created: Hang the posters',
  metadata: {},
  createdAt: '2026-11-01T15:00:00.000Z',
  actorName: 'Robin Vale',
  subject: null,
} as const

/** Answers for a partner with rows in every list. */
const answerFullHome = () => {
  answerEmptyHome()
  answer(getCalendar, { days: [] })
  answer(
    listOwnDocuments,
    rows.map(() => documentRow()),
  )
  answer(
    listOwnActivations,
    rows.map(() => activationRow()),
  )
  answer(
    listOwnTasks,
    rows.map(() => taskRow()),
  )
  answer(listAnnouncements, [announcementRow()])
  answer(listResources, { page: rows.map(() => resource()), total: rows.length })
  answer(listOwnActivities, {
    page: rows.map((_, index) => ({ ...activity, id: `018f0000-0000-7000-8000-00000000000${index}` })),
    total: rows.length,
  })
}

/** Answers for staff with rows in every list. */
const answerFullStaffHome = () => {
  answerStaffHome()
  const since = '2026-11-01T15:00:00.000Z'
  const overdue = rows.map(() => ({
    id: taskRow().id,
    taskName: 'Late',
    dueDate: since,
    partner: rowPartner,
  }))
  answer(getNeedsAttention, {
    ...nothingWaits,
    conversations: {
      count: 1,
      marked: 0,
      rows: [{ id: partner.id, name: 'Paula', businessName: null, since, partner: null }],
    },
    overdueTasks: { count: overdue.length, marked: 0, rows: overdue },
  })
  const ofPartner = { partner: rowPartner }
  answer(
    listAllDocuments,
    rows.map(() => listedDocument(rowPartner)),
  )
  answer(
    listAllActivations,
    rows.map(() => ({ ...activationRow(), ...ofPartner })),
  )
  answer(listTaskDefinitions, { page: rows.map(() => ({ ...taskRow(), ...ofPartner })), total: rows.length })
}

// The reads of the user and the profile are left out because they precede every screen, and the calendar because it loads after the lists.
const isRead = (call: string) =>
  call.startsWith('GET ') && !/\/api\/(calendar|auth\/user|partner\/profile)/.test(call)

const expectLoaded = async () => {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => document.querySelectorAll('main [aria-busy=true]').length).toBe(0)
}

for (const { user, answerHome } of [
  { user: partner, answerHome: answerFullHome },
  { user: support, answerHome: answerFullStaffHome },
]) {
  test(`whichever response arrives last, nothing moves on the home of ${user.email}`, async () => {
    // The window is high enough to show the whole page.
    await page.viewport(1024, 3000)
    answerHome()
    await showPortal('/', user)
    await expectLoaded()
    await expect.poll(callsSoFar).toContain('GET /api/chat/unread')
    const reads = [...new Set(callsSoFar().filter(isRead))]
    const faults: string[] = []
    for (const read of reads) {
      const gate = delayResponses(read)
      window.flushShifts()
      await reloadPortal()
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect.poll(() => reads.filter((each) => !answeredCalls().includes(each))).toEqual([read])
      // The page renders the other responses before the last one arrives.
      await new Promise(requestAnimationFrame)
      gate.open()
      await expect.poll(answeredCalls).toContain(read)
      await expectLoaded()
      faults.push(...window.flushShifts().map((fault) => `${read} last: ${fault}`))
    }
    expect(faults).toEqual([])
  })
}
