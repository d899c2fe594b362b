import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#client/lib/query-client.ts'
import {
  countUnseenNotifications,
  listNotifications,
  type MarkNotificationsSeen,
  markNotificationsSeen,
  type Notification,
} from '#contract/notifications/notifications.ts'
import { getTask } from '#contract/task-work.ts'
import { tabTo } from '#test/browser/keyboard.ts'
import { notificationOf } from '#test/browser/notification-rows.ts'
import { rowPartner } from '#test/browser/partner-rows.ts'
import { partner, support } from '#test/browser/people.ts'
import { answer, callsSoFar, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { address, expectToLeave, takeTimers } from '#test/browser/steps.ts'
import { taskDetails, taskRow } from '#test/browser/task-rows.ts'

const bell = page.getByRole('button', { name: /^Notifications/ })
const panel = page.getByRole('dialog', { name: 'Notifications' })
const expectNew = (count: number) =>
  expect
    .poll(() => document.querySelector('button[aria-label^=Notifications]')?.getAttribute('aria-label'))
    .toBe(count > 0 ? `Notifications, ${count > 9 ? '9+' : count} new` : 'Notifications')

/** Responds like a server that remembers what was seen. */
const answerNotifications = (tasks: ReturnType<typeof taskRow>[], others: Notification[] = []) => {
  const rows = [...tasks.map(notificationOf), ...others]
  const unseen = () => rows.filter(({ seenAt }) => seenAt === null)
  answer(countUnseenNotifications, () => ({ count: unseen().length }))
  answer(listNotifications, ({ query }) => {
    const shown = query.has('unseen') ? unseen() : rows
    return { page: shown.slice(0, Number(query.get('limit') ?? 50)), total: shown.length }
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

test('a due date in the bell is shown as the day in the reader’s zone', async () => {
  answerEmptyHome()
  const due = { ...notificationOf(taskRow({})), detail: 'Due', detailAt: '2027-01-13T02:30:00.000Z' }
  answer(countUnseenNotifications, { count: 1 })
  answer(listNotifications, { page: [due], total: 1 })
  await showPortal('/', partner)
  await bell.click()
  // The tests run in New York, where it is still the evening before.
  await expect.element(panel.getByText('Due Jan 12, 2027')).toBeVisible()
})

test('notifications that could not be marked as seen stay new until the task is opened again', async () => {
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

test('on a phone the notifications of the last 90 days are listed by day, and marked one by one or together', async () => {
  answerEmptyHome()
  answerNotifications([])
  await page.viewport(390, 844)
  await showPortal('/', partner)
  await bell.click()
  const nothing = panel.getByText("You're all caught up")
  const markAll = panel.getByRole('button', { name: 'Mark all as seen' })
  await expect.element(nothing).toBeVisible()
  await expect.element(markAll).not.toBeInTheDocument()

  const role: Notification = {
    ...notificationOf(taskRow()),
    kind: 'role_changed',
    title: 'Your role is now User',
    subject: null,
    seenAt: new Date().toISOString(),
    createdAt: new Date(Date.now() - 60 * 86_400_000).toISOString(),
  }
  const tasks = Array.from({ length: 12 }, (_, index) => taskRow({ taskName: `Task ${index}` }))
  answerNotifications(tasks, [role])
  await queryClient.invalidateQueries()
  await expectNew(12)
  expect(document.querySelector('button[aria-label^=Notifications]')?.textContent?.trim()).toBe('9+')
  await expect.poll(() => panel.getByRole('listitem').elements()).toHaveLength(10)
  await panel.getByRole('link', { name: 'See all' }).click()
  await expect.poll(address).toBe('/?notifications=all')
  const today = panel.getByRole('list', { name: 'Today' }).getByRole('listitem')
  await expect.poll(() => today.elements()).toHaveLength(12)
  const former = panel.getByRole('link', { name: 'Your role is now User' })
  await expect.element(former).toBeVisible()

  await panel.getByRole('link', { name: 'New', exact: true }).click()
  await expect.poll(address).toBe('/?notifications=new')
  await expect.element(former).not.toBeInTheDocument()
  takeTimers()
  await today
    .first()
    .getByRole('button', { name: /^Mark as seen: / })
    .click()
  await expectToLeave(today.nth(11))
  expect(today.elements()).toHaveLength(11)
  await markAll.click()
  await expect.element(nothing).toBeVisible()
  await expectNew(0)
  await reloadPortal()
  await expect.element(nothing).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(390)
  await userEvent.keyboard('{Escape}')
  await expect.poll(address).toBe('/')
})

test('notifications that arrive while their task is open count as seen', async () => {
  const task = taskRow({ taskName: 'Hang the posters' })
  answerEmptyHome()
  answerNotifications([task])
  answer(getTask, taskDetails(task))
  await showPortal(`/?task=${task.id}`, partner)
  await expect.element(page.getByRole('dialog', { name: 'Hang the posters' })).toBeVisible()
  await expectNew(0)
  answerNotifications([task])
  await queryClient.invalidateQueries({ queryKey: [countUnseenNotifications.path] })
  await expect.poll(() => callsSoFar().filter((call) => call.endsWith('/seen'))).toHaveLength(2)
  await expectNew(0)
})

test('staff who view the portal as a partner see the partner’s bell, and mark nothing as seen', async () => {
  const task = taskRow({ taskName: 'Hang the posters' })
  answerEmptyHome()
  answerNotifications([task])
  answer(getTask, taskDetails(task))
  const { id, firstName, lastName, email } = support
  await showPortal('/', {
    ...partner,
    viewing: {
      by: { id, firstName, lastName, email },
      partner: rowPartner,
      until: new Date(Date.now() + 600_000).toISOString(),
    },
  })
  await expectNew(1)
  await bell.click()
  const link = panel.getByRole('link', { name: /Hang the posters/ })
  await expect.element(link).toBeVisible()
  await expect.element(panel.getByRole('button', { name: 'Mark all as seen' })).not.toBeInTheDocument()
  await link.click()
  await expect.element(page.getByRole('dialog', { name: 'Hang the posters' })).toBeVisible()
  history.back()
  await expectNew(1)
  expect(callsSoFar().filter((call) => call.endsWith('/seen'))).toEqual([])
})

test('for somebody of several partners, a notification names its partner and leads to the page for it', async () => {
  const otherId = '88888888-8888-4888-8888-888888888888'
  const [own] = partner.partners
  if (!own) throw new Error('the partner is missing')
  const manager = { ...partner, partners: [own, { ...own, id: otherId, businessName: 'Birch Barn' }] }
  const [here, there] = [
    taskRow({ taskName: 'Hang the posters' }),
    taskRow({ taskName: 'Put up the banner' }),
  ]
  const of = (task: typeof here, { id, businessName }: { id: string; businessName: string }) => ({
    ...notificationOf(task),
    partner: { id, businessName },
  })
  answerEmptyHome()
  answer(countUnseenNotifications, { count: 2 })
  const rows = [of(here, own), of(there, { id: otherId, businessName: 'Birch Barn' })]
  answer(listNotifications, { page: rows, total: 2 })
  await showPortal('/', manager)
  await bell.click()
  await expect.element(panel.getByText('Birch Barn', { exact: false })).toBeVisible()
  const hrefOf = (name: RegExp) => panel.getByRole('link', { name }).element().getAttribute('href')
  expect(hrefOf(/Hang the posters/)).toBe(`/?task=${here.id}`)
  expect(hrefOf(/Put up the banner/)).toBe(`/?task=${there.id}&for=${otherId}`)
})
