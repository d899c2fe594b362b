import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  type BulkAction,
  changePartners,
  getBulkAction,
  listBulkActions,
  takeBackBulkAction,
} from '#contract/partners/bulk.ts'
import { findPartners, listPartnersWithUsers } from '#contract/partners/partners.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { partnerRow } from '#test/browser/partner-rows.ts'
import { support } from '#test/browser/people.ts'
import { answer } from '#test/browser/portal-responses.ts'
import { reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { address, expectToast, texts } from '#test/browser/steps.ts'

const card = page.getByRole('region', { name: 'Partner Applications' })
const table = card.getByRole('table', { name: 'Partners' })
const idOf = (index: number) => `44444444-4444-4444-8444-${String(index).padStart(12, '0')}`
const rows = Array.from({ length: 22 }, (_, index) =>
  partnerRow({ id: idOf(index), fullName: `Listed ${String(index + 1).padStart(2, '0')}` }),
)
const answerRows = () =>
  answer(listPartnersWithUsers, ({ query }) => {
    const first = (Number(query.get('page') ?? 1) - 1) * 20
    return { page: rows.slice(first, first + 20), total: rows.length }
  })
const action = (fields: Partial<BulkAction> = {}): BulkAction => ({
  ...{ id: idOf(999), kind: 'invite', total: 22, done: 0, changed: 0, leftOut: {} },
  ...{ startsAt: '2026-11-20T15:00:00.000Z', finishedAt: null, takenBackAt: null, failedAt: null },
  ...fields,
})
const finishedAt = '2026-11-20T15:01:00.000Z'
const select = (name: string) => card.getByRole('checkbox', { name })

test('filters that are used less often are behind a button, and each active one can be removed', async () => {
  answerRows()
  await showPortal('/admin?tab=partners', support)
  await card.getByRole('button', { name: 'More filters' }).click()
  await card.getByRole('combobox', { name: 'Sign-in' }).selectOptions('Invited, never signed in')
  await card.getByRole('combobox', { name: 'Tasks' }).selectOptions('Overdue tasks')
  const active = card.getByRole('list', { name: 'Active filters' })
  await expect.element(active).toMatchTextContent('Tasks: Overdue tasks')
  await expect.element(table).toHaveAttribute('aria-busy', 'false')
  await expectNoAxeViolations(card)
  await active.getByRole('button', { name: 'Remove filter Sign-in: Invited, never signed in' }).click()
  await expect.poll(address).toBe('/admin?tab=partners&tasks=overdue')
  const last = active.getByRole('button', { name: 'Remove filter Tasks: Overdue tasks' })
  await expect.element(last).toHaveFocus()
  await last.click()
  await expect.element(active).not.toBeInTheDocument()
  await expect.element(card.getByRole('searchbox')).toHaveFocus()
})

test('columns are chosen and moved, stay after a reload, and the address takes precedence', async () => {
  answerRows()
  await showPortal('/admin?tab=partners', support)
  await card.getByRole('button', { name: 'Columns' }).click()
  const chooser = page.getByRole('dialog', { name: 'Columns' })
  await chooser.getByRole('checkbox', { name: 'State' }).click()
  const up = chooser.getByRole('button', { name: 'Move Group up' })
  await up.click()
  await expect.element(up).toHaveFocus()
  await expectNoAxeViolations(chooser)
  await reloadPortal()
  await expect.element(table.getByRole('columnheader', { name: /State/ })).toBeVisible()
  // There is room for five columns, so that each of the ten shares its cells with another.
  const headings = texts(table.getByRole('columnheader'))
  expect(headings).toHaveLength(8)
  expect(headings[2]).toMatch(/^Group.*Email and user$/)
  expect(headings[6]).toMatch(/^Last contact.*State$/)
  history.replaceState(null, '', '/admin?tab=partners&columns=tags.created')
  await reloadPortal()
  await expect.element(table.getByRole('columnheader', { name: 'Tags' })).toBeVisible()
  await expect.element(table.getByRole('columnheader', { name: /State/ })).not.toBeInTheDocument()
  await card.getByRole('button', { name: 'Columns' }).click()
  await chooser.getByRole('button', { name: 'Reset' }).click()
  await expect.poll(address).toBe('/admin?tab=partners')
  await chooser.getByRole('button', { name: 'Reset' }).click()
  await expect.element(table.getByRole('columnheader', { name: 'Email and user' })).toBeVisible()
})

test('all that match are selected as a filter, and single ones stay across pages', async () => {
  const bodies: unknown[] = []
  answerRows()
  answer(changePartners, ({ body }) => {
    bodies.push(body)
    return action({ kind: 'manager', done: 22, changed: 20, leftOut: { disabled: 1 }, finishedAt })
  })
  const taken: string[] = []
  answer(takeBackBulkAction, ({ params }) => {
    taken.push(params.id ?? '')
    return action({ done: 22, takenBackAt: finishedAt })
  })
  await showPortal('/admin?tab=partners&status=documents', support)
  await select('Select Listed 01').click()
  await card.getByRole('link', { name: 'Next' }).click()
  await select('Select Listed 21').click()
  await expect.element(card.getByText('2 selected')).toBeVisible()
  await select('Select all on this page').click()
  await card.getByRole('button', { name: 'Select all 22 that match' }).click()
  await expect.element(card.getByText('22 selected', { exact: true })).toBeVisible()
  await expectNoAxeViolations(card)
  await card.getByRole('button', { name: 'Manager…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set the manager of 22 partners' })
  await dialog.getByRole('combobox', { name: 'Manager' }).selectOptions('Robin Vale')
  await dialog.getByRole('button', { name: 'Set manager' }).click()
  const toast = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')
  await expect.element(toast).toMatchTextContent(/20 partners changed.*1 left out: disabled\. 1 unchanged\./)
  expect(bodies).toEqual([
    { change: { kind: 'manager', managerId: support.id }, filter: { status: 'documents' } },
  ])
  await toast.getByRole('button', { name: 'Undo' }).click()
  await expectToast('Change undone')
  expect(taken).toEqual([action().id])
  await expect.element(card.getByText('22 partners', { exact: true })).toBeVisible()
})

test('an action that runs shows how far it is, also after a reload, and then what it did', async () => {
  answerRows()
  let current = action()
  answer(listBulkActions, () => ({ page: [current], total: 1 }))
  answer(getBulkAction, () => current)
  await showPortal('/admin?tab=partners', support)
  const running = card.getByRole('list', { name: 'Running' })
  await expect.element(running).toMatchTextContent('Inviting 22 partners · Starts in a few seconds')
  await expect.element(running.getByRole('button', { name: /^Undo/ })).toBeVisible()
  current = action({ done: 10, changed: 10 })
  await reloadPortal()
  await expect.element(running).toMatchTextContent('10 of 22')
  await expect.element(running.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '10')
  // Emails have gone out, so it can no longer be undone.
  await expect.element(running.getByRole('button')).not.toBeInTheDocument()
})

test('a pasted list selects the partners that it names, and lists what was not found', async () => {
  answerRows()
  const found = ({ id, fullName, businessName, email }: (typeof rows)[number]) => ({
    id,
    fullName,
    businessName,
    email,
  })
  answer(findPartners, ({ body }) => {
    const { lines } = body as { lines: string[] }
    expect(lines).toEqual(['ann@example.com', 'Twin Hall', 'nobody@example.com'])
    const partners = [rows.slice(0, 1), rows.slice(1, 3), []].map((each) => each.map(found))
    return lines.map((line, index) => ({ line, partners: partners[index] ?? [] }))
  })
  await showPortal('/admin?tab=partners', support)
  await card.getByRole('button', { name: 'Select from list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Select from a list' })
  await userEvent.fill(
    dialog.getByRole('textbox'),
    'Ann <ann@example.com>\n\nTwin Hall\tFL\nTwin Hall\nnobody@example.com\n',
  )
  await dialog.getByRole('button', { name: 'Find partners' }).click()
  await expect
    .element(dialog.getByRole('status'))
    .toMatchTextContent('1 line found, 1 ambiguous, 1 not found.')
  await expect.element(dialog.getByRole('textbox', { name: 'Not found' })).toHaveValue('nobody@example.com')
  await expectNoAxeViolations(dialog)
  await dialog.getByRole('checkbox', { name: /Listed 03/ }).click()
  await dialog.getByRole('button', { name: 'Select 2 partners' }).click()
  await expect.element(select('Select Listed 03')).toBeChecked()
  await expect.element(select('Select Listed 02')).not.toBeChecked()
  await expect.element(card.getByText('2 selected')).toBeVisible()
})
