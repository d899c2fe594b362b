import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { queryClient } from '#client/lib/query-client.ts'
import { getCalendar } from '#contract/calendar.ts'
import { listOwnActivities, type PartnerActivity } from '#contract/partners/activity.ts'
import { getTask } from '#contract/task-work.ts'
import { partner, profile } from '#test/browser/people.ts'
import { answer, noNetwork } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'
import { address, field } from '#test/browser/steps.ts'
import { taskDetails } from '#test/browser/task-rows.ts'

const card = page.getByRole('region', { name: 'Recent activity' })
const dialog = page.getByRole('dialog', { name: 'Activity' })
const entries = dialog.getByRole('list', { name: 'activity' }).getByRole('listitem')
const kind = field(dialog, 'Kind of activity')

test('a failed read says so and can be tried again, and a partner without activity is shown that there is none', async () => {
  answerEmptyHome()
  answer(getCalendar, { days: [] })
  answer(listOwnActivities, noNetwork)
  await showPortal('/', partner)
  await expect.element(card.getByText('The activity could not be loaded')).toBeVisible()
  answer(listOwnActivities, { page: [], total: 0 })
  await card.getByRole('button', { name: 'Retry' }).click()
  await expect.element(card.getByText('No activity yet')).toBeVisible()
})

const task = taskDetails({ taskName: `<b>${'Hang'.repeat(20)}</b> the posters` })

const entry = (fields: Partial<PartnerActivity>, number: number): PartnerActivity => ({
  id: `99999999-9999-4999-8999-${String(number).padStart(12, '0')}`,
  partnerId: profile.id,
  activityType: 'profile_updated',
  kind: 'profile',
  description: `Profile updated, change ${number}`,
  metadata: {},
  createdAt: new Date(Date.UTC(2026, 10, 1, 12, 60 - number)).toISOString(),
  actorName: 'Paula Ortega',
  subject: null,
  ...fields,
})

test('a partner sees all activity in a dialog with an address, by kind and page by page', async () => {
  const all = [
    entry(
      {
        activityType: 'task_created',
        kind: 'tasks',
        description: `Task "${task.taskName}" created`,
        actorName: 'Partner team',
        subject: { kind: 'task', id: task.id },
      },
      0,
    ),
    ...Array.from({ length: 25 }, (_, number) => entry({}, number + 1)),
  ]
  answerEmptyHome()
  answer(getCalendar, { days: [] })
  answer(getTask, task)
  answer(listOwnActivities, ({ query }) => {
    const rows = all.filter((each) => !query.has('kind') || each.kind === query.get('kind'))
    const size = Number(query.get('limit'))
    const first = (Number(query.get('page') ?? 1) - 1) * size
    return { page: rows.slice(first, first + size), total: rows.length }
  })
  await showPortal('/', partner)
  await expect.poll(() => card.getByRole('listitem').elements()).toHaveLength(5)
  await card.getByRole('link', { name: 'View all activity' }).click()
  await expect.poll(address).toBe('/?activity=all')
  await expect.poll(() => entries.elements()).toHaveLength(20)
  await page.viewport(390, 844)
  const { scrollWidth, clientWidth } = dialog.element()
  expect(scrollWidth).toBe(clientWidth)

  await kind.selectOptions('Profile and onboarding')
  await expect.poll(address).toBe('/?activity=profile')
  await expect.poll(() => entries.elements()).toHaveLength(20)
  await dialog.getByRole('button', { name: 'Show more' }).click()
  await expect.element(entries.filter({ hasText: 'change 25' })).toBeInTheDocument()
  await kind.selectOptions('Account')
  await expect.element(dialog.getByText('No activity of this kind yet')).toBeVisible()
  await kind.selectOptions('Tasks')
  await expect.poll(() => entries.elements()).toHaveLength(1)
  // A reload knows only the address.
  await cleanup()
  queryClient.clear()
  await showPortal(address(), partner)
  await expect.poll(() => entries.elements()).toHaveLength(1)
  await expect.element(kind).toHaveValue('tasks')

  ;(entries.getByRole('link').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  const opened = page.getByRole('dialog', { name: task.taskName })
  await expect.element(opened).toBeVisible()
  expect(address()).toBe(`/?activity=tasks&task=${task.id}`)
  await userEvent.keyboard('{Escape}')
  await expect.element(opened).not.toBeInTheDocument()
  await expect.element(dialog).toBeVisible()
  // The name of the task is one long word, which must not widen the page.
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(address).toBe('/')
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(document.documentElement.clientWidth)
})

test('Back closes the dialog, whatever was shown in it', async () => {
  answerEmptyHome()
  answer(getCalendar, { days: [] })
  answer(listOwnActivities, { page: [entry({}, 1)], total: 1 })
  await showPortal('/', partner)
  await card.getByRole('link', { name: 'View all activity' }).click()
  await kind.selectOptions('Profile and onboarding')
  await expect.poll(address).toBe('/?activity=profile')
  history.back()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(address).toBe('/')
})
