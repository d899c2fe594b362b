import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  exportActivations,
  listAllActivations,
  type PartnerActivationRow,
} from '#contract/activation-list.ts'
import { updateActivation } from '#contract/activations.ts'
import { getCalendar } from '#contract/calendar.ts'
import { listResponsible } from '#contract/chat/inbox.ts'
import { listPartnerGroups } from '#contract/users/users.ts'
import { activationRow } from '#test/browser/activation-rows.ts'
import { catchSaves } from '#test/browser/library.ts'
import { rowPartner, secondPartner } from '#test/browser/partner-rows.ts'
import { support } from '#test/browser/people.ts'
import { answer } from '#test/browser/portal-responses.ts'
import { reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome } from '#test/browser/staff-home.ts'
import { address, chooseAction, expectToast } from '#test/browser/steps.ts'

const { id, fullName, businessName } = secondPartner
const ofSecond = { id, fullName, businessName }
const lantern: PartnerActivationRow = {
  ...activationRow({ name: 'Lantern night', place: 'Pier 4', stage: 'confirmed', partnerId: id }),
  ...{ endsAt: '2099-04-18T00:30:00.000Z', timeZone: 'America/Denver', partner: ofSecond },
}
const fair: PartnerActivationRow = { ...activationRow({ name: 'Health fair' }), partner: rowPartner }

let rows: PartnerActivationRow[]
/** The query of the last request for the list, without the page. */
let asked: Record<string, string> = {}

beforeEach(() => {
  rows = [fair, lantern]
  answerStaffHome()
  answer(listPartnerGroups, ['Coast'])
  answer(listResponsible, [])
  answer(listAllActivations, ({ query }) => {
    const { page: _page, limit: _limit, ...rest } = Object.fromEntries(query)
    asked = rest
    return { page: rows, total: rows.length }
  })
})

const table = page.getByRole('table', { name: 'Activations' })
const rowOf = (name: string) => table.getByRole('row').filter({ hasText: name })
const choose = (label: string, option: string) =>
  page.getByRole('combobox', { name: label, exact: true }).selectOptions(option)

test('each filter of the activations asks the server, is in the address and stays after a reload', async () => {
  await showPortal('/admin?tab=activations', support)
  await expect
    .element(rowOf('Lantern night'))
    .toMatchTextContent(/Pier 4.*Ben Adler.*Adler Arena.*Apr 17, 2099, 12:30 PM MDT.*6:30 PM.*Confirmed/)
  await expect.element(page.getByText('2 activations', { exact: true })).toBeVisible()
  expect(asked).toEqual({ time: 'coming', sort: 'date' })
  await page.getByRole('button', { name: 'More filters' }).click()
  const filters: [label: string, option: string, query: Record<string, unknown>][] = [
    ['Stage', 'Confirmed', { stage: 'confirmed' }],
    ['Partner group', 'Coast', { partnerGroup: 'Coast' }],
    ['Partner manager', 'Me', { manager: 'me' }],
    // The latest of the past activations is first.
    ['Time', 'Past', { time: 'past', sort: '-date' }],
    ['Time', 'Any time', { time: undefined, sort: 'date' }],
    ['Order', 'Newest first', { sort: '-created' }],
  ]
  let expected: Record<string, unknown> = asked
  for (const [label, option, query] of filters) {
    await choose(label, option)
    expected = { ...expected, ...query }
    await expect.poll(() => asked, { message: option }).toEqual(expected)
  }
  await choose('Time', 'Between…')
  await page.getByLabelText('From').fill('2026-10-01')
  await page.getByLabelText('Until').fill('2026-10-31')
  const month = { from: '2026-10-01T04:00:00.000Z', until: '2026-11-01T04:00:00.000Z' }
  await expect.poll(() => asked).toEqual({ ...expected, ...month })
  const narrowed = address()
  await reloadPortal()
  await expect.element(rowOf('Health fair')).toBeVisible()
  expect(address()).toBe(narrowed)
  expect(asked).toEqual({ ...expected, ...month })
})

test('a heading sorts the activations, and a search narrows them', async () => {
  await showPortal('/admin?tab=activations', support)
  await expect.element(rowOf('Lantern night')).toBeVisible()
  for (const [heading, sort] of [
    ['Activation', 'name'],
    ['Partner', 'partner'],
    ['Starts', 'date'],
  ] as const) {
    const link = table.getByRole('link', { name: new RegExp(`^${heading}`) })
    await link.click()
    // The order by date is the default, and was read before.
    await expect.poll(address).toMatch(sort === 'date' ? /=activations$/ : new RegExp(`&sort=${sort}$`))
    await link.click()
    await expect.poll(() => asked.sort).toBe(`-${sort}`)
  }
  rows = []
  await page.getByRole('searchbox', { name: 'Search activations' }).fill('carnival')
  await expect.element(page.getByText('No activations match these filters')).toBeVisible()
  expect(asked).toMatchObject({ search: 'carnival', time: 'coming' })
  rows = [fair]
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect.element(rowOf('Health fair')).toBeVisible()
  expect(address()).toBe('/admin?tab=activations&sort=-date')
})

test('the table says which filters a link has set, and removes them', async () => {
  await showPortal(`/admin?tab=activations&time=all&for=${rowPartner.id}&event=${fair.id}`, support)
  await expect.poll(() => asked).toEqual({ partnerId: rowPartner.id, definitionId: fair.id, sort: 'date' })
  await expect.element(page.getByText(/^Only one partner and one event of several partners\./)).toBeVisible()
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect.poll(() => asked).toEqual({ sort: 'date' })
})

test('the lists of all partners that the dashboard had lead to the table', async () => {
  await showPortal('/?show=activations', support)
  await expect.element(rowOf('Health fair')).toBeVisible()
  expect(address()).toBe('/admin?tab=activations')
})

test('the dashboard of own partners leads to theirs', async () => {
  rows = Array.from({ length: 9 }, (_, index) => ({
    ...activationRow({ name: `Fair ${index + 1}` }),
    partner: rowPartner,
  }))
  await showPortal('/?partners=mine', support)
  await page.getByRole('link', { name: 'View all Partner Activations' }).click()
  await expect.element(rowOf('Fair 9')).toBeVisible()
  expect(address()).toBe('/admin?tab=activations&manager=me')
  expect(asked).toEqual({ manager: 'me', time: 'coming', sort: 'date' })
})

test('Export saves what the filters show', async () => {
  const exported: string[] = []
  answer(exportActivations, ({ query }) => {
    exported.push(String(query))
    return new Response('Activation\r\n', {
      headers: { 'content-disposition': 'attachment; filename="a.csv"' },
    })
  })
  const saved = catchSaves()
  await showPortal('/admin?tab=activations&stage=planned&search=fair', support)
  await expect.element(rowOf('Health fair')).toBeVisible()
  await page.getByRole('button', { name: 'Export activations' }).click()
  await expect.poll(() => saved).toEqual([expect.stringMatching(/ as a\.csv$/)])
  expect(exported).toEqual(['search=fair&time=coming&stage=planned&sort=date'])
})

test('the month shows the calendar of all partners, and the table comes back with its filters', async () => {
  const months: (string | null)[] = []
  answer(getCalendar, ({ query }) => {
    months.push(query.get('partnerId'))
    return { days: [] }
  })
  await showPortal('/admin?tab=activations&stage=planned', support)
  await page.getByRole('link', { name: 'Month', exact: true }).click()
  await expect.element(page.getByRole('heading', { name: 'Activations', exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Next month' }).click()
  await expect
    .poll(address)
    .toMatch(/^\/admin\?tab=activations&stage=planned&view=month&calendar=\d{4}-\d\d$/)
  expect(new Set(months)).toEqual(new Set([null]))
  await expect.element(page.getByRole('button', { name: 'Create Activation' })).toBeVisible()
  await page.getByRole('link', { name: 'Table', exact: true }).click()
  await expect.element(rowOf('Health fair')).toBeVisible()
  expect(address()).toBe('/admin?tab=activations&stage=planned')
})

test('the first row is near the top of a phone', async () => {
  await page.viewport(390, 844)
  await showPortal('/admin?tab=activations', support)
  await expect.element(rowOf('Health fair')).toBeVisible()
  expect(rowOf('Health fair').element().getBoundingClientRect().top).toBeLessThanOrEqual(260)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('an activation that is canceled leaves the coming ones in its place', async () => {
  answer(updateActivation, ({ body, params }) => {
    expect(params.id).toBe(lantern.id)
    expect(body).toEqual({ stage: 'canceled', updatedAt: lantern.updatedAt })
    rows = [fair]
    const { partner: _partner, ...activation } = lantern
    return { ...activation, stage: 'canceled' as const, updatedAt: '2026-11-02T15:00:00.000Z' }
  })
  await showPortal('/admin?tab=activations', support)
  await expect.element(rowOf('Lantern night')).toBeVisible()
  await chooseAction('Lantern night', 'Cancel event…')
  const question = page.getByRole('alertdialog', { name: 'Cancel Lantern night?' })
  await expect.element(question).toMatchTextContent('Ben Adler · Adler Arena will see that it is canceled.')
  await question.getByRole('button', { name: 'Cancel event' }).click()
  await expectToast('Activation canceled')
  await expect.element(rowOf('Lantern night')).toMatchTextContent(/Canceled/)
  await expect
    .element(rowOf('Lantern night').getByRole('button', { name: /^Actions/ }))
    .not.toBeInTheDocument()
  await expect.element(page.getByText('1 activation', { exact: true })).toBeVisible()
})
