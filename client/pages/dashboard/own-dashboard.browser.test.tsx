import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { listOwnActivations } from '#contract/activations.ts'
import { getCalendar } from '#contract/calendar.ts'
import { listOwnDocuments } from '#contract/documents/documents.ts'
import type { TaskStatus } from '#contract/task-status.ts'
import { getTask } from '#contract/task-work.ts'
import { listOwnTasks, type PartnerTask, updateTask } from '#contract/tasks.ts'
import { activationRow } from '#test/browser/activation-rows.ts'
import { documentRow } from '#test/browser/document-rows.ts'
import { member, partner } from '#test/browser/people.ts'
import { answer, createGate, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'
import { address, row, section, texts } from '#test/browser/steps.ts'
import { taskDetails, taskRow } from '#test/browser/task-rows.ts'

afterEach(() => {
  vi.useRealTimers()
})

const day = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

const busy = () => document.querySelectorAll('[aria-busy=true]')

const answerHome = () => {
  answerEmptyHome()
  answer(getCalendar, { days: [] })
}

const signed = { status: 'signed', signedAt: '2026-11-02T15:00:00.000Z' } as const
const toast = (words: string) => page.getByText(words, { exact: true })
const dismiss = () => page.getByRole('button', { name: 'Dismiss', exact: true }).click()

test('a partner sees agreements, activations and tasks with their state', async () => {
  answerHome()
  answer(listOwnDocuments, [
    documentRow(signed),
    documentRow({
      ...signed,
      documentType: 'venue_partnership_agreement',
      documentName: 'VENUE PARTNERSHIP AGREEMENT',
    }),
  ])
  answer(listOwnActivations, [
    activationRow({ name: 'To come', activationDate: inDays(3) }),
    activationRow({ name: 'Running', activationDate: inDays(-3) }),
  ])
  answer(listOwnTasks, [
    taskRow({ taskName: 'Late', taskType: 'ooh_screen_placement', dueDate: inDays(-1) }),
    taskRow({ taskName: 'Done late', dueDate: inDays(-1), status: 'completed' }),
    taskRow({ taskName: 'Not begun' }),
    taskRow({ taskName: 'Begun', taskType: 'digital_social', status: 'in_progress' }),
    taskRow({ taskName: 'Done', status: 'completed' }),
  ])
  await showPortal('/', partner)
  const greeting = page.getByText("Welcome back, Paula Ortega! Here's your partnership overview.", {
    exact: true,
  })
  await expect.element(greeting).toBeVisible()
  const agreements = section('Signed Agreements')
  await expect
    .poll(() => texts(agreements.getByRole('heading', { level: 3 })))
    .toEqual(['NDA Agreement', 'VENUE PARTNERSHIP AGREEMENT Agreement'])
  expect(texts(agreements.getByText(/^Signed: [A-Z][a-z]{2} \d{1,2}, \d{4}$/))).toHaveLength(2)
  for (const [title, badge] of [
    ['To come', 'scheduled'],
    ['Running', 'active'],
  ] as const) {
    await expect.element(row(title).getByText(badge, { exact: true })).toBeVisible()
  }
  const tasks = section('Partner Tasks').getByRole('heading', { level: 3 })
  await expect.element(tasks.first()).toHaveTextContent('Late')
  expect(row('Done').elements()).toHaveLength(0)
  await page.getByText('2 tasks done').click()
  for (const [title, badge, overdue] of [
    ['Not begun', 'Pending', 0],
    ['Begun', 'In Progress', 0],
    ['Done', 'Completed', 0],
    ['Late', 'Pending', 1],
    ['Done late', 'Completed', 0],
  ] as const) {
    await expect.element(row(title).getByText(badge, { exact: true })).toBeVisible()
    expect(row(title).getByText('Overdue', { exact: true }).elements()).toHaveLength(overdue)
  }
  await expect.element(row('Not begun')).toMatchTextContent('Physical · Due: Mar 5, 2099')
  await expect.element(row('Begun')).toMatchTextContent('Digital/Social')
  await expect.element(row('Late')).toMatchTextContent('OOH Screen Placement')
  expect(texts(row('Done').getByRole('button'))).toEqual([])
  expect(texts(row('Begun').getByRole('button'))).toEqual(['Mark Complete'])
  expect(texts(row('Not begun').getByRole('button'))).toEqual(['Start', 'Mark Complete'])
})

test('a signed agreement shows when it was signed, with its other dates next to that', async () => {
  answerEmptyHome()
  const signed = { status: 'signed', signedAt: '2026-11-02T15:00:00.000Z' } as const
  answer(listOwnDocuments, [
    documentRow({ ...signed, endsOn: '2098-12-31' }),
    documentRow({ ...signed, endsOn: '2026-11-03' }),
    documentRow({ ...signed, effectiveOn: '2098-01-01' }),
    documentRow({ ...signed, voidedAt: '2026-11-04T15:00:00.000Z' }),
  ])
  await showPortal('/', partner)
  const agreements = section('Signed Agreements')
  for (const text of [
    'Signed: Nov 2, 2026, in force until Dec 31, 2098',
    'Signed: Nov 2, 2026, ended on Nov 3, 2026',
    'Signed: Nov 2, 2026, in effect from Jan 1, 2098',
    'Signed: Nov 2, 2026, voided: Nov 4, 2026',
  ]) {
    await expect.poll(() => agreements.element().textContent).toContain(text)
  }
})

test('unsigned agreements show as pending and are named in the next steps', async () => {
  answerHome()
  answer(listOwnDocuments, [documentRow(), documentRow()])
  await showPortal('/', partner)
  const agreements = section('Signed Agreements')
  await expect.poll(() => agreements.getByText('Pending signature').elements()).toHaveLength(2)
  await expect.element(agreements.getByText('0 of 2 signed', { exact: true })).toBeVisible()
  await expect.element(section('Next for you')).toMatchTextContent('2 agreements to sign')
})

test('empty sections show their empty states', async () => {
  answerHome()
  await showPortal('/', partner)
  for (const [name, line] of [
    ['Signed Agreements', 'No agreements yet'],
    ['Partner Activations', 'No activations yet'],
    ['Partner Tasks', 'No tasks assigned'],
    ['Next for you', "You're all caught up"],
  ] as const) {
    await expect.element(section(name).getByText(line, { exact: true })).toBeVisible()
    expect(section(name).getByRole('listitem').elements()).toHaveLength(0)
  }
})

test('a member is greeted by name, and sees who takes care of the agreements', async () => {
  answerEmptyHome()
  await showPortal('/', member)
  await expect
    .element(page.getByText("Welcome back, Mara Lind! Here's your partnership overview.", { exact: true }))
    .toBeVisible()
  const line = section('Signed Agreements').getByText('Paula Ortega takes care of your agreements', {
    exact: true,
  })
  await expect.element(line).toBeVisible()
})

test('loading sections show two agreements, two activations and three tasks as placeholders', async () => {
  answerHome()
  const gate = createGate()
  answer(listOwnDocuments, () => gate.opened.then(() => []))
  answer(listOwnActivations, () => gate.opened.then(() => []))
  answer(listOwnTasks, () => gate.opened.then(() => [taskRow()]))
  await showPortal('/', partner)
  for (const [name, rows] of [
    ['Signed Agreements', 2],
    ['Partner Activations', 2],
    ['Partner Tasks', 3],
  ] as const) {
    await expect.poll(() => section(name).getByRole('listitem').elements()).toHaveLength(rows)
    expect(section(name).element().closest('[aria-busy=true]')).not.toBeNull()
    expect(section(name).getByRole('heading', { level: 3 }).elements()).toHaveLength(0)
  }
  gate.open()
  await expect.element(row('Hang the posters')).toBeVisible()
  // The two items are a heading and the task.
  expect(section('Partner Tasks').getByRole('listitem').elements()).toHaveLength(2)
  await expect.poll(busy).toHaveLength(0)
})

const lists = {
  'Signed Agreements': [listOwnDocuments, 'NDA Agreement', () => answer(listOwnDocuments, [documentRow()])],
  'Partner Activations': [
    listOwnActivations,
    'Opening night',
    () => answer(listOwnActivations, [activationRow()]),
  ],
  'Partner Tasks': [listOwnTasks, 'Hang the posters', () => answer(listOwnTasks, [taskRow()])],
} as const
const names = Object.keys(lists) as (keyof typeof lists)[]

test.for([[names.slice(0, 1)], [names.slice(1)]])(
  'when %s cannot be loaded, the other sections are left alone, and Retry loads it',
  async ([failing = []]) => {
    answerHome()
    for (const name of names) {
      const [endpoint, , fill] = lists[name]
      if (failing.includes(name)) answer(endpoint, refusal('internal'))
      else fill()
    }
    await showPortal('/', partner)
    for (const name of names.filter((each) => !failing.includes(each))) {
      await expect.element(section(name).getByRole('heading', { name: lists[name][1] })).toBeVisible()
    }
    for (const name of failing) {
      const [, title, fill] = lists[name]
      const alert = section(name).getByRole('alert')
      await expect.element(alert).toMatchTextContent(`${name} could not be loaded`)
      fill()
      await alert.getByRole('button', { name: 'Retry' }).click()
      await expect.element(section(name).getByRole('heading', { name: title })).toBeVisible()
    }
    expect(page.getByRole('alert').elements()).toHaveLength(0)
  },
)

/** Answers with one task, to which every sent change is applied. */
const keepTask = (task: PartnerTask) => {
  const sent: unknown[] = []
  let current = task
  answer(listOwnTasks, () => [current])
  answer(updateTask, ({ params, body }) => {
    expect(params.id).toBe(task.id)
    sent.push(body)
    current = { ...current, ...(body as { status: TaskStatus }) }
    return current
  })
  return sent
}

test('starting and completing a task each show a toast', async () => {
  answerHome()
  const sent = keepTask(taskRow())
  await showPortal('/', partner)
  const here = row('Hang the posters')
  const updated = toast('Task status updated successfully')
  await here.getByRole('button', { name: 'Start' }).click()
  await expect.element(here.getByText('In Progress', { exact: true })).toBeVisible()
  await expect.element(here.getByRole('button', { name: 'Start' })).not.toBeInTheDocument()
  await expect.element(here).toHaveFocus()
  await expect.element(updated).toBeVisible()
  expect(sent).toEqual([{ status: 'in_progress' }])
  await dismiss()
  await expect.element(updated).not.toBeInTheDocument()

  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  await here.getByRole('button', { name: 'Mark Complete' }).click()
  await expect.element(here.getByRole('button', { name: 'Undo' })).toHaveFocus()
  await expect.element(updated).toBeVisible()
  expect(sent.slice(1)).toEqual([{ status: 'completed' }])
  await vi.advanceTimersByTimeAsync(9_000)
  await expect.element(section('Partner Tasks').getByText('All your tasks are done')).toBeVisible()
  await expect.poll(() => document.activeElement?.textContent).toContain('All your tasks are done')
  await page.getByText('1 task done').click()
  await expect.element(here.getByText('Completed', { exact: true })).toBeVisible()
  expect(here.getByRole('button').elements()).toHaveLength(0)
})

test('a task shows a change at once, undoes a refused one with a message, and leaves the list if it was deleted', async () => {
  answerHome()
  answer(listOwnTasks, [taskRow()])
  const gate = createGate()
  answer(updateTask, () => gate.opened.then(() => refusal('internal')))
  await showPortal('/', partner)
  const here = row('Hang the posters')
  const failed = toast('Failed to update task status')
  await here.getByRole('button', { name: 'Mark Complete' }).click()
  await expect.element(here.getByText('Completed', { exact: true })).toBeVisible()
  gate.open()
  await expect.element(failed).toBeVisible()
  await expect.element(page.getByText('Error', { exact: true })).toBeVisible()
  await expect.element(here.getByText('Pending', { exact: true })).toBeVisible()
  await expect.poll(() => texts(here.getByRole('button'))).toEqual(['Start', 'Mark Complete'])
  await dismiss()
  await expect.element(failed).not.toBeInTheDocument()

  answer(updateTask, refusal('not_found'))
  answer(listOwnTasks, [])
  await here.getByRole('button', { name: 'Start' }).click()
  await expect.element(failed).toBeVisible()
  await expect.element(here).not.toBeInTheDocument()
  await expect.element(page.getByText('No tasks assigned')).toBeVisible()
})

test('a next step opens its task, and the bar of a phone leads to the tasks alone', async () => {
  answerHome()
  const late = taskRow({ taskName: 'Overslept', dueDate: inDays(-2) })
  answer(listOwnTasks, [late, taskRow({ taskName: 'Done', status: 'completed' })])
  answer(
    listOwnActivations,
    Array.from({ length: 12 }, () => activationRow()),
  )
  answer(getTask, taskDetails(late))
  await showPortal('/', partner)
  await expect.poll(() => section('Partner Activations').getByRole('listitem').elements()).toHaveLength(12)
  await section('Next for you').getByRole('link', { name: 'View task' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Overslept' })).toBeVisible()
  history.back()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()

  await page.viewport(390, 844)
  const tasks = page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Tasks 1 open' })
  await tasks.click()
  await expect.poll(address).toBe('/?show=tasks')
  await expect.element(tasks).toHaveAttribute('aria-current', 'page')
  await expect.element(row('Overslept')).toBeVisible()
  await expect.element(section('Partner Activations')).not.toBeInTheDocument()
})
