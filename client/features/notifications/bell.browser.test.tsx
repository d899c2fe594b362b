import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  countUnseenNotifications,
  listNotifications,
  type MarkNotificationsSeen,
  markNotificationsSeen,
} from '#contract/notifications/notifications.ts'
import { getTask } from '#contract/task-work.ts'
import { tabTo } from '#test/browser/keyboard.ts'
import { notificationOf } from '#test/browser/notification-rows.ts'
import { partner } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-answers.ts'
import { answerEmptyHome, reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { taskDetails, taskRow } from '#test/browser/task-rows.ts'

const bell = page.getByRole('button', { name: /^Notifications/ })
const panel = page.getByRole('dialog', { name: 'Notifications' })
const expectNew = (count: number) =>
  expect
    .poll(() => document.querySelector('button[aria-label^=Notifications]')?.getAttribute('aria-label'))
    .toBe(count > 0 ? `Notifications, ${count} new` : 'Notifications')

/** Answers as a server that remembers what was seen. */
const answerNotifications = (tasks: ReturnType<typeof taskRow>[]) => {
  const rows = tasks.map(notificationOf)
  const unseen = () => rows.filter(({ seenAt }) => seenAt === null)
  answer(countUnseenNotifications, () => ({ count: unseen().length }))
  answer(listNotifications, ({ query }) => {
    const shown = query.get('unseen') === 'true' ? unseen() : rows
    return { page: shown, total: shown.length }
  })
  answer(markNotificationsSeen, ({ body }) => {
    const { ids, subject, until } = body as MarkNotificationsSeen
    for (const row of rows)
      if (until || ids?.includes(row.id) || row.subject?.id === subject?.id) row.seenAt = row.createdAt
    return undefined
  })
}

test('the bell works by the keyboard alone', async () => {
  const [first, second] = [
    taskRow({ taskName: 'Hang the posters' }),
    taskRow({ taskName: 'Put up the banner' }),
  ]
  answerEmptyHome()
  answerNotifications([first, second])
  answer(getTask, taskDetails(first))
  await showPortal('/', partner)
  await expectNew(2)
  await tabTo(bell)
  await userEvent.keyboard('{Enter}')
  await expect.element(panel).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(bell).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(panel).toHaveFocus()
  const link = panel.getByRole('link', { name: /Hang the posters/ })
  for (let presses = 0; presses < 6 && document.activeElement !== (await link.findElement()); presses += 1)
    await userEvent.keyboard('{Tab}')
  await expect.element(link).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  const details = page.getByRole('dialog', { name: 'Hang the posters' })
  await expect.element(details).toBeVisible()
  await expectNew(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(details).not.toBeInTheDocument()
  await expect.element(bell).toHaveFocus()

  await userEvent.keyboard('gn')
  await expect.poll(() => location.pathname + location.search).toBe('/?notifications=all')
  await tabTo(panel.getByRole('button', { name: /^Mark as seen: / }))
  await userEvent.keyboard('{Enter}')
  await expectNew(0)
})

test('a due date in the bell is a day where its reader is', async () => {
  answerEmptyHome()
  const due = { ...notificationOf(taskRow({})), detail: 'Due', detailAt: '2027-01-13T02:30:00.000Z' }
  answer(countUnseenNotifications, { count: 1 })
  answer(listNotifications, { page: [due], total: 1 })
  await showPortal('/', partner)
  await bell.click()
  // In New York, where the tests are, it is still the evening before.
  await expect.element(panel.getByText('Due Jan 12, 2027')).toBeVisible()
})

test('what failed to be marked as seen stays new, until the task is opened again', async () => {
  const task = taskRow({ taskName: 'Hang the posters' })
  answerEmptyHome()
  answerNotifications([task])
  answer(getTask, taskDetails(task))
  let refusals = 0
  answer(markNotificationsSeen, () => {
    refusals += 1
    return refusal('internal')
  })
  await showPortal(`/?task=${task.id}`, partner)
  await expect.element(page.getByRole('dialog', { name: 'Hang the posters' })).toBeVisible()
  await expect.poll(() => refusals).toBeGreaterThan(0)
  await expectNew(1)
  answerNotifications([task])
  await reloadPortal()
  await expectNew(0)
})
