import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#client/lib/query-client.ts'
import { getActivation } from '#contract/activations.ts'
import { countAudience } from '#contract/audience.ts'
import {
  type CalendarEntry,
  type CalendarFeed,
  createCalendarFeed,
  getCalendar,
  getCalendarFeed,
  removeCalendarFeed,
} from '#contract/calendar.ts'
import { getConversation } from '#contract/chat/inbox.ts'
import { getTaskSeries, listTaskSeries } from '#contract/task-plans/series.ts'
import { getTask } from '#contract/task-work.ts'
import { listPartnerGroups } from '#contract/users/users.ts'
import { activationRow } from '#test/browser/activation-rows.ts'
import { rowPartner } from '#test/browser/partner-rows.ts'
import { partner, support } from '#test/browser/people.ts'
import { seriesRow } from '#test/browser/plan-rows.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome, answerTaskForm } from '#test/browser/staff-home.ts'
import { address, field, texts } from '#test/browser/steps.ts'
import { taskDefinition, taskDetails } from '#test/browser/task-rows.ts'

const calendar = page.getByRole('region', { name: 'Calendar', exact: true })
const list = (name: string) => calendar.getByRole('region', { name, exact: true })
const grid = calendar.getByRole('grid')
const day = (name: string) => grid.getByRole('link', { name })

const entry = (
  fields: Partial<CalendarEntry> & Pick<CalendarEntry, 'kind' | 'id' | 'name'>,
): CalendarEntry => ({
  at: '2027-03-15T03:30:00.000Z',
  ...{ endsAt: null, timeZone: null, place: null, partner: null, opens: null, progress: null },
  status: fields.kind === 'task' ? 'pending' : null,
  ...fields,
})

/** Responds with the entries of the days in the requested range. */
const answerDays = (all: () => Record<string, CalendarEntry[]>) =>
  answer(getCalendar, ({ query }) => ({
    days: Object.entries(all())
      .filter(([at]) => at >= (query.get('from') ?? '') && at <= (query.get('to') ?? ''))
      .map(([at, entries]) => ({ day: at, entries, more: 0 })),
  }))

test('a partner finds what is due and what takes place, and opens it from its day', async () => {
  const task = taskDetails({ taskName: 'Hang <b>the</b> very-long-poster-of-the-whole-summer' })
  const activation = activationRow({ name: 'Spring weekend' })
  const weekend = entry({
    ...{ kind: 'activation', id: activation.id, name: activation.name, place: 'Main hall' },
    ...{ at: '2027-03-13T15:00:00.000Z', endsAt: '2027-03-14T14:00:00.000Z' },
  })
  const due = entry({ kind: 'task', id: task.id, name: task.taskName })
  answerEmptyHome()
  answer(getTask, task)
  answer(getActivation, activation)
  answerDays(() => ({ '2027-03-13': [weekend], '2027-03-14': [weekend, due] }))
  await showPortal('/?calendar=2027-02', partner)
  await expect.element(list('February 2027')).toMatchTextContent('Nothing in February 2027')
  await calendar.getByRole('link', { name: 'Next month' }).click()
  await expect.poll(address).toBe('/?calendar=2027-03')
  const month = list('March 2027')
  await expect.poll(() => month.getByRole('listitem').elements()).toHaveLength(2)
  expect(texts(month.getByRole('heading', { level: 4 }))).toEqual([
    'Saturday, March 13, 2027',
    'Sunday, March 14, 2027',
  ])
  // With the mouse, an entry opens from the month itself.
  await grid.getByRole('link', { name: 'Spring weekend', includeHidden: true }).last().click()
  await expect.element(page.getByRole('dialog', { name: 'Spring weekend' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  // This position is beside the entries of the day.
  await day('Sunday, March 14, 2027, 2 entries').click({ position: { x: 8, y: 8 } })
  await expect.poll(address).toBe('/?calendar=2027-03-14')
  const chosen = list('Sunday, March 14, 2027')
  await expect.element(chosen.getByRole('listitem').first()).toMatchTextContent('Until 10:00 AM · Main hall')
  await expect.element(chosen.getByRole('listitem').last()).toMatchTextContent('Due 11:30 PM')
  await page.viewport(390, 900)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await reloadPortal()
  await chosen.getByRole('listitem').last().getByRole('link').click()
  const opened = page.getByRole('dialog', { name: task.taskName })
  await expect
    .element(opened.getByRole('link', { name: `Add to calendar: ${task.taskName}` }))
    .toHaveAttribute('href', `/api/tasks/${task.id}/calendar`)
  history.back()
  await expect.element(opened).not.toBeInTheDocument()
  history.back()
  // On a phone the days of the month show no names.
  await expect.element(month).toBeVisible()
  await expect.element(grid.getByText('Spring weekend').first()).not.toBeVisible()
  await day('Saturday, March 13, 2027, 1 entry').click()
  await expect.poll(address).toBe('/?calendar=2027-03-13')
  await calendar.getByRole('link', { name: 'Today' }).click()
  await expect.poll(address).toBe('/')
  await expect.element(list('Coming up this month')).toMatchTextContent('Nothing more this month')
  expect(calendar.element().querySelectorAll('[aria-current="date"]')).toHaveLength(1)
})

test('staff see entries of all partners with their names, a shared task once, and in a record those of its partner', async () => {
  const shared = taskDefinition({ taskName: 'Everywhere' })
  const alone = taskDetails({ taskName: 'Alone' })
  const series = seriesRow({ taskName: 'Send the numbers' })
  const several = entry({
    ...{ kind: 'task-definition', id: shared.id, name: shared.taskName },
    progress: { partners: 2, completed: 1 },
  })
  const own = entry({ kind: 'task', id: alone.id, name: alone.taskName, partner: rowPartner })
  const planned = entry({ kind: 'planned', id: series.id, name: series.taskName })
  answerStaffHome()
  answerTaskForm()
  answer(getConversation, refusal('not_found'))
  answer(getTask, ({ params }) => (params.id === shared.id ? shared : alone))
  answer(getTaskSeries, series)
  answer(listTaskSeries, { page: [series], total: 1 })
  answer(listPartnerGroups, [])
  answer(countAudience, { partners: 1, inOnboarding: 0, groups: [] })
  let entries = [several, own]
  answerDays(() => ({ '2028-06-07': entries }))
  await showPortal('/?calendar=2028-06-07', support)
  const chosen = list('Wednesday, June 7, 2028')
  const rowOf = (name: string) => chosen.getByRole('listitem').filter({ hasText: name })
  await expect.element(rowOf('Alone')).toMatchTextContent(rowPartner.businessName)
  await expect.element(rowOf('Everywhere')).toMatchTextContent('1 of 2 completed')
  await rowOf('Everywhere').getByRole('link').click()
  await expect.element(page.getByRole('dialog', { name: 'Everywhere' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  // Planning something makes the client read the calendar again.
  entries = [own, planned]
  await queryClient.invalidateQueries()
  await expect.element(rowOf('Send the numbers')).toMatchTextContent('Planned')

  await rowOf('Alone').getByRole('link', { name: rowPartner.businessName }).click()
  const record = page.getByRole('dialog', { name: new RegExp(rowPartner.businessName) })
  await record.getByRole('link', { name: 'Calendar', exact: true }).click()
  const inRecord = record.getByRole('region', { name: 'Calendar', exact: true })
  await inRecord.getByRole('link', { name: 'Next month' }).click()
  await expect.poll(address).toMatch(/[?&]when=\d{4}-\d\d$/)
  history.replaceState(null, '', `/?record=${rowPartner.id}&section=calendar&when=2028-06-07`)
  await reloadPortal()
  await expect.element(inRecord.getByRole('listitem').first()).toBeVisible()
  // The arrow keys lead through the days, not to another partner.
  ;(inRecord.getByRole('link', { name: /^Wednesday, June 7/ }).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(inRecord.getByRole('link', { name: /^Thursday, June 8/ })).toHaveFocus()
  await inRecord
    .getByRole('listitem')
    .getByRole('link', { name: /Send the numbers/ })
    .click()
  const edited = page.getByRole('dialog', { name: 'Edit recurring task' })
  await expect.element(field(edited, 'Task name')).toHaveValue('Send the numbers')
})

test('a partner sees planned tasks, which open nothing', async () => {
  answerEmptyHome()
  answerDays(() => ({
    '2027-05-04': [entry({ kind: 'planned', id: seriesRow().id, name: 'Send the numbers' })],
  }))
  await showPortal('/?calendar=2027-05-04', partner)
  const chosen = list('Tuesday, May 4, 2027')
  await expect.element(chosen.getByRole('listitem')).toMatchTextContent(/Send the numbers.*Planned/)
  await expect.element(chosen.getByRole('link', { name: /Send the numbers/ })).not.toBeInTheDocument()
})

test('a partner creates, copies, renews and removes the private address of the calendar', async () => {
  let feed: CalendarFeed | null = null
  let made = 0
  answerEmptyHome()
  answer(getCalendar, { days: [] })
  answer(getCalendarFeed, () => ({ feed }))
  answer(createCalendarFeed, () => {
    made += 1
    feed = { url: `https://portal.example.com/calendar/${made}.ics`, createdAt: '2026-11-20T15:00:00.000Z' }
    return { feed }
  })
  answer(removeCalendarFeed, () => {
    feed = null
    return undefined
  })
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  onTestFinished(() => copy.mockRestore())
  await showPortal('/?calendar=2027-02', partner)
  await calendar.getByRole('link', { name: 'Subscribe' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account and security' })
  await dialog.getByRole('button', { name: 'Create address' }).click()
  const url = dialog.getByRole('textbox', { name: 'Private address' })
  await expect.element(url).toHaveValue('https://portal.example.com/calendar/1.ics')
  await expect
    .element(dialog.getByRole('link', { name: 'Open in calendar app' }))
    .toHaveAttribute('href', 'webcal://portal.example.com/calendar/1.ics')
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await expect.poll(() => copy.mock.calls).toEqual([['https://portal.example.com/calendar/1.ics']])
  const question = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Renew' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(made).toBe(1)
  await dialog.getByRole('button', { name: 'Renew' }).click()
  await question.getByRole('button', { name: 'Renew' }).click()
  await expect.element(url).toHaveValue('https://portal.example.com/calendar/2.ics')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Create address' })).toBeVisible()
})
