import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  checkPartnerImport,
  type ImportedColumn,
  type ImportedRow,
  importPartners,
} from '#contract/partners/import.ts'
import { exportPartners, listPartnersWithUsers } from '#contract/partners/partners.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { catchSaves } from '#test/browser/library.ts'
import { partnerRow } from '#test/browser/partner-rows.ts'
import { support } from '#test/browser/people.ts'
import { answer, callsSoFar, createGate, refusal } from '#test/browser/portal-responses.ts'
import { reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { address, expectToast } from '#test/browser/steps.ts'

const card = page.getByRole('region', { name: 'Partner Applications' })

test('partners that fail to load show an error, and Retry loads them', async () => {
  answer(listPartnersWithUsers, refusal('internal'))
  await showPortal('/admin?tab=partners', support)
  const alert = card.getByRole('alert')
  await expect.element(alert).toMatchTextContent('Failed to Load Partners')
  await expect
    .element(alert)
    .toMatchTextContent('Unable to load partner data. Please try refreshing the page.')
  await expectNoAxeViolations(card)
  answer(listPartnersWithUsers, { page: [partnerRow()], total: 1 })
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect.element(card.getByRole('cell', { name: /Harborview Hall/ }).first()).toBeVisible()
})

test('the address of the partner list contains search, filter, order and page, and the report has the same filters', async () => {
  const disabled = { ...partnerRow().user, disabledAt: '2026-11-20T15:00:00.000Z' }
  const rows = Array.from({ length: 22 }, (_, index) =>
    partnerRow({
      id: `44444444-4444-4444-8444-${String(index).padStart(12, '0')}`,
      fullName: `Listed ${String(index + 1).padStart(2, '0')}`,
      onboardingStatus: 'documents',
      agreements: { signed: 0, total: 2 },
      ...(index === 1 && { user: disabled }),
    }),
  )
  /** The query of the last request for the list. */
  let asked: Record<string, string> = {}
  answer(listPartnersWithUsers, ({ query }) => {
    const { limit, page: at = '1', ...rest } = Object.fromEntries(query)
    asked = rest
    const first = (Number(at) - 1) * Number(limit)
    const found = rest.signed ? [] : rows
    return { page: found.slice(first, first + Number(limit)), total: found.length }
  })
  answer(exportPartners, ({ query }) => {
    expect(Object.fromEntries(query)).toEqual(asked)
    return new Response('', { headers: { 'content-disposition': 'attachment; filename="partners.csv"' } })
  })
  await showPortal('/admin?tab=partners', support)
  const search = card.getByRole('searchbox', { name: 'Search partners' })
  const order = card.getByRole('combobox', { name: 'Order' })
  const table = card.getByRole('table', { name: 'Partners' })
  await search.fill('listed')
  await expect.poll(() => asked).toEqual({ search: 'listed', sort: '-created' })
  await expect
    .element(table.getByRole('row').nth(1))
    .toMatchTextContent(/Listed 01.*None.*Under Review.*0 of 2 signed.*None.*Never.*Never/)
  await expect.element(table.getByRole('row').nth(2)).toMatchTextContent(/Disabled/)
  await card.getByRole('button', { name: 'More filters' }).click()
  await order.selectOptions('By business')
  await expect.poll(() => asked).toEqual({ search: 'listed', sort: 'business' })
  await card.getByRole('link', { name: 'Next' }).click()
  const last = card.getByText('Showing 21 to 22 of 22 partners')
  await expect.element(last).toBeVisible()
  await reloadPortal()
  await expect.element(last).toBeVisible()
  expect(asked).toEqual({ search: 'listed', sort: 'business' })
  // The headings of the table sort the list, too.
  for (const sort of ['name', '-name']) {
    await table.getByRole('link', { name: 'Partner', exact: true }).click()
    await expect.poll(() => asked).toEqual({ search: 'listed', sort })
    await expect.element(card.getByText('Showing 1 to 20 of 22 partners')).toBeVisible()
  }
  expect(address()).not.toContain('page=')
  await card.getByRole('combobox', { name: 'Status' }).selectOptions('Pending')
  const narrowed = { search: 'listed', sort: '-name', status: 'profile' }
  await expect.poll(() => asked).toEqual(narrowed)
  const saved = catchSaves()
  await card.getByRole('button', { name: 'Export Report' }).click()
  await expect.poll(() => saved).toEqual([expect.stringMatching(/ as partners\.csv$/)])
  await card.getByRole('button', { name: 'More filters' }).click()
  await card.getByRole('combobox', { name: 'Agreements' }).selectOptions('NDA signed')
  await expect.element(card.getByText('No partner applications found')).toBeVisible()
  history.back()
  await expect.poll(address).not.toContain('signed=')
  for (const _ of [1, 2, 3]) history.back()
  await expect.element(last).toBeVisible()
  await search.fill('nobody')
  await card.getByRole('combobox', { name: 'Agreements' }).selectOptions('NDA signed')
  await card.getByRole('link', { name: 'Clear filters' }).click()
  await expect.element(search).toHaveValue('')
  await expect.poll(() => table.getByRole('row').elements()).toHaveLength(21)
})

test('a failed export of the report shows an error, and the list stays', async () => {
  answer(listPartnersWithUsers, { page: [partnerRow()], total: 1 })
  answer(exportPartners, refusal('internal'))
  await showPortal('/admin?tab=partners', support)
  await card.getByRole('button', { name: 'Export Report' }).click()
  const toast = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')
  await expect
    .element(toast)
    .toMatchTextContent('The report could not be exported. Check your connection and try again.')
  expect(location.search).toBe('?tab=partners')
})

const now = '2026-11-20T15:00:00.000Z'
const importedRow = (number: number, problem = ''): ImportedRow => ({
  ...{
    row: number,
    fullName: `Lee ${number}`,
    businessName: 'Calle Ocho',
    email: `lee-${number}@calle.example`,
  },
  outcome: problem ? 'refused' : 'new_user',
  problems: problem ? [{ field: 'state', message: problem }] : [],
  cells: problem ? [`Lee ${number}`, 'nowhere'] : [],
  changes: null,
})
const columnOf = (column: number, heading: string, field: ImportedColumn['field'], isKnown = true) => ({
  ...{ column, heading, field, isKnown, sample: `${heading} 1` },
})
const ownColumns = [columnOf(0, 'Email', 'email'), columnOf(1, 'State', 'state')]
const planOf = (rows: ImportedRow[], columns: ImportedColumn[] = ownColumns) => {
  const count = (...outcomes: ImportedRow['outcome'][]) =>
    rows.filter(({ outcome }) => outcomes.includes(outcome)).length
  return {
    ...{ rows, added: count('new_user', 'existing_user'), changed: count('changed') },
    ...{ unchanged: count('unchanged'), refused: count('refused'), changedValues: 3 },
    ...{
      heading: ['Full name', 'State'],
      columns,
      groups: [],
      openTasks: 0,
      emailed: 0,
      fingerprint: 'seen',
    },
  }
}
const dialog = page.getByRole('dialog', { name: 'Import partners' })
const picker = dialog.getByLabelText(/^CSV file/)
const openImport = async () => {
  answer(listPartnersWithUsers, { page: [partnerRow()], total: 1 })
  await showPortal('/admin?tab=partners', support)
  await card.getByRole('button', { name: /^Import/ }).click()
}

test('a double click imports once', async () => {
  answer(checkPartnerImport, planOf([importedRow(2)]))
  const gate = createGate()
  answer(importPartners, async () => {
    await gate.opened
    return { partners: 1, users: 1, changed: 0, refused: 0, addedAt: now }
  })
  await openImport()
  await userEvent.upload(picker, new File(['"Full name"'], 'partners.csv'))
  await dialog.getByRole('button', { name: 'Import 1 partner' }).dblClick()
  await expect.element(dialog.getByRole('button', { name: 'Importing...' })).toBeVisible()
  gate.open()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(callsSoFar().filter((name) => name.startsWith('POST') && name.endsWith('/import'))).toHaveLength(1)
})

test('the valid rows of a file are imported, and the others are saved as a file to correct', async () => {
  const problem = 'Enter a US state, for example, FL or Florida'
  const rows = Array.from({ length: 60 }, (_, index) => importedRow(index + 2, index === 3 ? problem : ''))
  await openImport()
  await expect
    .element(dialog.getByRole('link', { name: 'the template' }))
    .toHaveAttribute('href', expect.stringMatching(/^data:text\/csv/))
  await userEvent.upload(picker, new File(['PK'], 'partners.xlsx'))
  await expect.element(dialog.getByText(/^partners\.xlsx is not a CSV file\./)).toBeVisible()
  const noRows = 'The file has no rows below the headings.'
  answer(checkPartnerImport, refusal('bad_request', noRows))
  await userEvent.upload(picker, new File(['"Full name"'], 'partners.csv'))
  await expect.element(dialog.getByText(noRows)).toBeVisible()
  // The error of the server replaces the progress, and the picker takes the focus.
  await expect.element(picker).toHaveFocus()

  answer(checkPartnerImport, planOf(rows))
  await userEvent.upload(picker, new File(['"Full name"'], 'partners.csv'))
  await expect.element(dialog.getByRole('alert')).toMatchTextContent('1 of 60 rows cannot be imported')
  const listed = dialog.getByRole('list', { name: 'Rows of the file' }).getByRole('listitem')
  await expect
    .element(listed.first())
    .toMatchTextContent(`Row 5Lee 5Calle Ocho · lee-5@calle.exampleErrorState${problem}`)
  await expectNoAxeViolations(dialog)
  await dialog.getByRole('combobox', { name: 'Show' }).selectOptions('All rows (60)')
  await expect.element(listed.first()).toMatchTextContent(/^Row 2/)
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect.element(listed.first()).toMatchTextContent(/^Row 52/)

  const gate = createGate()
  answer(importPartners, async ({ query }) => {
    expect([query.get('skipRefused'), query.get('fingerprint')]).toEqual(['1', 'seen'])
    await gate.opened
    return { partners: 59, users: 59, changed: 0, refused: 1, addedAt: now }
  })
  await dialog.getByRole('button', { name: 'Import 59 partners' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Importing...' })).toHaveFocus()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled()
  // The dialog cannot be closed while the result is unknown.
  await userEvent.keyboard('{Escape}')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog.getByRole('button', { name: 'Importing...' })).toBeVisible()
  gate.open()
  await expect.element(dialog.getByText('59 partners imported, 1 row left out')).toBeVisible()
  const saved = catchSaves()
  await dialog.getByRole('button', { name: 'Download 1 row with errors' }).click()
  expect(saved).toEqual([expect.stringMatching(/ as partners-to-correct\.csv$/)])
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expectToast('59 partners imported')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('columns are matched and cells corrected on the screen, and both survive a check that fails', async () => {
  const problem = 'Enter a US state, for example, FL or Florida'
  const guessed = [
    columnOf(0, 'Mail', 'email', false),
    columnOf(1, 'State', 'state'),
    columnOf(2, 'Second mail', null, false),
  ]
  answer(checkPartnerImport, planOf([importedRow(2, problem), importedRow(3)], guessed))
  await openImport()
  await userEvent.upload(picker, new File(['Mail'], 'partners.csv'))
  const [mail, second] = [
    dialog.getByRole('combobox', { name: 'Mail', exact: true }),
    dialog.getByRole('combobox', { name: 'Second mail' }),
  ]
  await expect.element(mail).toHaveDisplayValue('Email')
  await expect.element(second).toHaveDisplayValue('Leave out')
  await expect.element(dialog.getByRole('combobox', { name: 'State' })).not.toBeInTheDocument()
  await second.selectOptions('Email')
  await expect.element(mail).toHaveDisplayValue('Leave out')
  const cell = dialog.getByRole('textbox', { name: 'State' })
  await expect.element(cell).toHaveValue('nowhere')
  await cell.fill('Florida')
  // The screen no longer shows the file that was checked, so it cannot be imported.
  await expect.element(dialog.getByRole('button', { name: /^Import / })).not.toBeInTheDocument()

  answer(checkPartnerImport, refusal('internal'))
  const checkAgain = dialog.getByRole('button', { name: 'Check again' })
  await checkAgain.click()
  await expect.element(dialog.getByText(/^The file could not be checked/)).toBeVisible()
  await expect.element(cell).toHaveValue('Florida')
  await expect.element(second).toHaveDisplayValue('Email')

  const changed: ImportedRow = {
    ...importedRow(2),
    outcome: 'changed',
    changes: { before: { state: 'AL', phoneNumber: null }, after: { state: 'FL', phoneNumber: '813' } },
  }
  answer(checkPartnerImport, planOf([changed, importedRow(3)], guessed))
  await checkAgain.click()
  const listed = dialog.getByRole('list', { name: 'Rows of the file' })
  await expect
    .element(listed)
    .toMatchTextContent(/Phone: Not provided → 813.*State: Alabama → Florida.*Changes/)
  await expect
    .element(dialog.getByText(/^3 values of 1 partner change\. Empty cells change nothing\./))
    .toBeVisible()
  await expectNoAxeViolations(dialog)
  answer(importPartners, { partners: 1, users: 1, changed: 1, refused: 0, addedAt: now })
  await dialog.getByRole('button', { name: 'Import 2 partners' }).click()
  await expectToast('1 partner imported, 1 partner changed')
})

test('a file without changes says so, and there is nothing to import', async () => {
  answer(checkPartnerImport, planOf([{ ...importedRow(2), outcome: 'unchanged' }]))
  await openImport()
  await userEvent.upload(picker, new File(['Email'], 'partners.csv'))
  await expect.element(dialog.getByRole('status')).toMatchTextContent(/^0 changes/)
  await expect.element(dialog.getByRole('button', { name: /^Import / })).not.toBeInTheDocument()
})
