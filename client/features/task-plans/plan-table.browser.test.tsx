import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { queryClient } from '#client/lib/query-client.ts'
import { countAudience } from '#contract/audience.ts'
import { listQuarantinedFiles } from '#contract/files/quarantined-files.ts'
import { getTaskSeries, listTaskSeries, updateTaskSeries } from '#contract/task-plans/series.ts'
import { getTaskSet, listTaskSets } from '#contract/task-plans/sets.ts'
import { getTaskTemplate, listTaskTemplates } from '#contract/task-plans/templates.ts'
import { listPartnerGroups } from '#contract/users/users.ts'
import { support } from '#test/browser/people.ts'
import { seriesRow, setRow, templateRow } from '#test/browser/plan-rows.ts'
import { answer, type Call, refusal } from '#test/browser/portal-responses.ts'
import { showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome, answerTaskForm } from '#test/browser/staff-home.ts'
import { expectToast, field } from '#test/browser/steps.ts'

const url = (view: string) => `/admin?tab=tasks&view=${view}`
const form = page.getByRole('dialog')
const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
const wanted = 'Zzz <i>rare</i> find'
const crowd = Array.from({ length: 30 }, (_, number) => `Crowd ${number}`)

/** Returns a page of 25 of the rows whose names match the search, like the server does. */
const found = <Row extends { taskName: string } | { name: string }>({ query }: Call, rows: Row[]) => {
  const search = query.get('search') ?? ''
  const all = rows.filter((each) =>
    ('name' in each ? each.name : each.taskName).toLowerCase().includes(search),
  )
  const first = (Number(query.get('page') ?? 1) - 1) * 25
  return { page: all.slice(first, first + 25), total: all.length }
}

const series = [...crowd, wanted].map((taskName) => seriesRow({ taskName }))
const templates = [...crowd, wanted].map((taskName) => templateRow({ taskName }))
const sets = [...crowd, wanted].map((name) => setRow({ name }))

test.for([
  ['recurring', 'recurring tasks'],
  ['templates', 'task templates'],
  ['sets', 'task sets'],
] as const)(
  'of many %s one is found by its name, also after a reload, with its menu beside it on a phone',
  async ([view, label]) => {
    answerStaffHome()
    answerTaskForm()
    answer(listPartnerGroups, [])
    answer(countAudience, { partners: 2, inOnboarding: 0, groups: [{ name: 'Coast', partners: 2 }] })
    answer(listTaskSeries, (call) => found(call, series))
    answer(listTaskTemplates, (call) => found(call, templates))
    answer(listTaskSets, (call) => found(call, sets))
    answer(getTaskSeries, series.at(-1) ?? seriesRow())
    answer(getTaskTemplate, templates.at(-1) ?? templateRow())
    answer(getTaskSet, sets.at(-1) ?? setRow())
    await page.viewport(390, 844)
    await showPortal(`${url(view)}&page=2`, support)
    const rows = () => document.querySelectorAll('tbody tr')
    await page.getByRole('searchbox', { name: `Search ${label}` }).fill(wanted.toLowerCase())
    await expect.poll(rows).toHaveLength(1)
    await expect.poll(() => location.search).toMatch(/search=zzz/)
    expect(location.search).not.toMatch(/page=/)
    const name = rowOf(wanted).getByRole('link', { name: wanted })
    const menu = page.getByRole('button', { name: `Actions for ${wanted}` })
    const [nameBox, menuBox] = [name, menu].map((each) => each.element().getBoundingClientRect())
    expect(menuBox?.y).toBeLessThan(nameBox?.bottom ?? 0)
    expect(menuBox?.x).toBeGreaterThanOrEqual(nameBox?.right ?? Number.POSITIVE_INFINITY)
    const { scrollWidth, clientWidth } = document.documentElement
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
    await name.click()
    await expect.element(form).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(name).toHaveFocus()

    // A reload knows only the address.
    await cleanup()
    queryClient.clear()
    await showPortal(location.pathname + location.search, support)
    const search = page.getByRole('searchbox')
    await expect.element(search).toHaveValue(wanted.toLowerCase())
    await expect.poll(rows).toHaveLength(1)
    await search.fill('nothing is called that')
    await expect.element(page.getByText(/^No .* match this search$/)).toBeVisible()
    await page.getByRole('link', { name: 'Clear search' }).click()
    await expect.poll(rows).toHaveLength(25)
  },
)

test('a recurring task that was changed meanwhile is not overwritten, and its times are in its zone', async () => {
  answerStaffHome()
  answerTaskForm()
  answer(listPartnerGroups, [])
  answer(countAudience, { partners: 2, inOnboarding: 0, groups: [{ name: 'Coast', partners: 2 }] })
  // The time zone is neither that of the browser nor UTC.
  let task = seriesRow({ timeZone: 'Asia/Tokyo', startsAt: '2099-01-31T22:00:00.000Z' })
  answer(listTaskSeries, () => ({ page: [task], total: 1 }))
  answer(getTaskSeries, () => task)
  answer(updateTaskSeries, ({ body }) => {
    const { updatedAt, taskName } = body as { updatedAt: string; taskName: string }
    if (updatedAt !== task.updatedAt) return refusal('conflict', 'Someone else has changed this.')
    task = { ...task, taskName }
    return task
  })
  await showPortal(`${url('recurring')}&plan=${task.id}`, support)
  await expect.element(form.getByText(/Times are in Asia\/Tokyo/)).toBeVisible()
  await expect.element(field(form, 'Next due date')).toHaveValue('2099-02-01')
  await field(form, 'Task name').fill('Water the plants twice')
  task = { ...task, frequency: 'monthly', updatedAt: '2026-11-03T15:00:00.000Z' }
  await form.getByRole('button', { name: 'Save changes' }).click()
  await form.getByRole('button', { name: 'Load latest version' }).click()
  await expect.element(field(form, 'Repeats')).toHaveValue('monthly')
  await field(form, 'Task name').fill('Water the plants twice')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expectToast('Recurring task saved')
  await expect.element(rowOf('Water the plants twice')).toMatchTextContent('Monthly')
})

test('the address of a deleted item says so', async () => {
  answerStaffHome()
  answer(listQuarantinedFiles, [])
  answer(listPartnerGroups, [])
  answer(countAudience, { partners: 2, inOnboarding: 0, groups: [{ name: 'Coast', partners: 2 }] })
  answer(listTaskTemplates, [])
  answer(listTaskSets, { page: [], total: 0 })
  answer(getTaskSet, refusal('not_found'))
  await showPortal(`${url('sets')}&plan=${setRow().id}`, support)
  await expect.element(form.getByText('This no longer exists.')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(form).not.toBeInTheDocument()
})
