import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listResponsible, listTeam } from '#contract/chat/inbox.ts'
import { listQuarantinedFiles } from '#contract/files/quarantined-files.ts'
import { getPartner } from '#contract/partners/partners.ts'
import { listAllTasks } from '#contract/staff-tasks.ts'
import { listTaskDefinitions } from '#contract/task-definitions.ts'
import { listTaskTemplates } from '#contract/task-plans/templates.ts'
import { getTask } from '#contract/task-work.ts'
import { listPartnerGroups } from '#contract/users/users.ts'
import { adminPartner, rowPartner } from '#test/browser/partner-rows.ts'
import { support } from '#test/browser/people.ts'
import { answer } from '#test/browser/portal-responses.ts'
import { reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { address } from '#test/browser/steps.ts'
import { taskDefinition, taskDetails, taskRow } from '#test/browser/task-rows.ts'

const banner = {
  ...taskRow({ taskName: 'Banner', dueDate: '2001-01-01T12:00:00.000Z' }),
  partner: rowPartner,
}
const sign = {
  ...taskRow({ taskName: 'Door sign', owner: { id: support.id, name: 'Mia Moss' } }),
  partner: rowPartner,
}

const poster = taskDefinition({ taskName: 'Poster', assignedGroup: 'Coast' })

/** The query of the last request for the list, without the page. */
let asked: Record<string, string> = {}

beforeEach(() => {
  answer(listResponsible, [
    { id: support.id, firstName: 'Mia', lastName: 'Moss', email: support.email, standing: 'active' },
  ])
  answer(listPartnerGroups, ['Coast'])
  answer(getPartner, adminPartner)
  answer(getTask, taskDetails(banner))
  const found = (query: URLSearchParams) => {
    const { page: _page, limit: _limit, ...rest } = Object.fromEntries(query)
    asked = rest
    return query.get('owner') === 'none' ? [] : [banner, sign]
  }
  answer(listAllTasks, ({ query }) => {
    const rows = found(query)
    return { page: rows, total: rows.length }
  })
  answer(listTaskDefinitions, ({ query }) => {
    const rows = [...found(query), ...(query.get('shared') ? [poster] : [])]
    return { page: rows, total: rows.length }
  })
})

const choose = (label: string, option: string) =>
  page.getByRole('combobox', { name: label, exact: true }).selectOptions(option)
const table = page.getByRole('table', { name: 'Tasks' })
const heading = (name: string) => table.getByRole('columnheader', { name })
const rowOf = (name: string) => table.getByRole('row').filter({ hasText: name })

test('each filter of the tasks asks the server, is in the address and stays after a reload', async () => {
  await showPortal('/admin?tab=tasks', support)
  await expect.element(rowOf('Banner')).toMatchTextContent(/Overdue/)
  await expect.element(rowOf('Door sign')).toMatchTextContent(/Mia Moss/)
  expect(rowOf('Banner').element().getBoundingClientRect().height).toBeLessThanOrEqual(45)
  expect(asked).toEqual({ state: 'open', sort: 'due' })
  const filters: [label: string, option: string, query: Record<string, unknown>][] = [
    ['Status', 'Completed', { state: 'completed' }],
    ['Status', 'All tasks', { state: undefined }],
    ['Due date', 'Overdue', { due: 'overdue' }],
    ['Due date', 'Later', { due: undefined, from: expect.any(String) }],
    ['Task type', 'Digital/Social', { taskType: 'digital_social' }],
    ['Partner group', 'Coast', { partnerGroup: 'Coast' }],
    ['Partner manager', 'Me', { manager: 'me' }],
    ['Owner', 'No owner', { owner: 'none' }],
    ['Owner', 'Me', { owner: 'me' }],
    ['Status', 'Open tasks', { state: 'open' }],
  ]
  await page.getByRole('button', { name: 'More filters' }).click()
  let expected: Record<string, unknown> = asked
  for (const [label, option, query] of filters) {
    await choose(label, option)
    expected = { ...expected, ...query }
    await expect.poll(() => asked).toEqual(expected)
    if (query.owner === 'none')
      await expect.element(page.getByText('No tasks match these filters')).toBeVisible()
  }
  const narrowed = address()
  await reloadPortal()
  await expect.element(rowOf('Door sign')).toBeVisible()
  expect(address()).toBe(narrowed)
  expect(asked).toEqual(expected)
})

test('the tasks of one partner are searched', async () => {
  await showPortal(`/admin?tab=tasks&for=${adminPartner.id}`, support)
  await expect
    .element(page.getByRole('combobox', { name: 'Partner', exact: true }))
    .toHaveValue(expect.stringContaining(adminPartner.fullName))
  await page.getByRole('searchbox', { name: 'Search tasks' }).fill('chalk')
  await expect.poll(() => asked).toMatchObject({ partnerId: adminPartner.id, search: 'chalk' })
})

test('a heading sorts the tasks, first in ascending, then in descending order', async () => {
  await showPortal('/admin?tab=tasks', support)
  await expect.element(heading('Due')).toHaveAttribute('aria-sort', 'ascending')
  for (const [name, sort] of [
    ['Task', 'name'],
    ['Partner', 'partner'],
    ['Type', 'type'],
    ['Status', 'status'],
    ['Owner', 'owner'],
  ] as const) {
    await heading(name).getByRole('link').click()
    await expect.element(heading(name)).toHaveAttribute('aria-sort', 'ascending')
    await expect.poll(() => asked.sort).toBe(sort)
    await heading(name).getByRole('link').click()
    await expect.element(heading(name)).toHaveAttribute('aria-sort', 'descending')
    await expect.poll(() => asked.sort).toBe(`-${sort}`)
  }
})

test('a click anywhere in a row opens its task, and New task the form', async () => {
  await showPortal('/admin?tab=tasks', support)
  await rowOf('Banner')
    .getByText(/Physical$/)
    .click()
  await expect.poll(address).toContain(`task=${banner.id}`)
  await expect.element(page.getByRole('dialog', { name: 'Banner' })).toBeVisible()
  history.back()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  for (const list of [listTeam, listTaskTemplates, listQuarantinedFiles]) answer(list, [])
  await page.getByRole('link', { name: 'New task' }).click()
  await expect.poll(address).toContain('new=task')
  await expect.element(page.getByRole('dialog', { name: 'Create New Task' })).toBeVisible()
})

test('a task for several partners is one row with its progress, until a filter asks about partners', async () => {
  answer(getTask, poster)
  answer(listAllTasks, { page: [sign], total: 1 })
  await showPortal('/admin?tab=tasks', support)
  await page.getByRole('link', { name: 'For several' }).click()
  await expect.element(rowOf('Poster')).toMatchTextContent(/Coast.*3 of 12 done.*2 overdue/)
  expect(asked).toEqual({ state: 'open', sort: 'due', shared: 'only' })
  // Bulk actions apply to the parts of single partners, so this row cannot be selected.
  await expect.element(rowOf('Poster').getByRole('checkbox')).not.toBeInTheDocument()
  await expect.element(rowOf('Banner').getByRole('checkbox')).toBeInTheDocument()
  await rowOf('Poster').getByRole('link', { name: 'Poster' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Poster' })).toMatchTextContent(/For Coast/)
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'More filters' }).click()
  await choose('Partner group', 'Coast')
  await expect.element(rowOf('Poster')).not.toBeInTheDocument()
  await expect.element(rowOf('Door sign')).toBeVisible()
})
