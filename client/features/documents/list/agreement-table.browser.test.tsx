import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getAgreementType, listAgreementTypes } from '#contract/agreement-types.ts'
import { listResponsible } from '#contract/chat/inbox.ts'
import {
  askForNewText,
  changeEndOfDocuments,
  type ListedDocument,
  listAllDocuments,
  voidDocuments,
} from '#contract/documents/document-list.ts'
import { type BulkAction, takeBackBulkAction } from '#contract/partners/bulk.ts'
import { checkReminders, remindPartners } from '#contract/partners/reminders.ts'
import { listPartnerGroups } from '#contract/users/users.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { listedDocument } from '#test/browser/document-rows.ts'
import { rowPartner } from '#test/browser/partner-rows.ts'
import { admin, support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { address, expectToast, field } from '#test/browser/steps.ts'
import { agreementDates } from './agreement-filters.ts'

const at = '2026-11-20T15:00:00.000Z'
const nda = {
  ...{ id: 'nda', name: 'NDA', isOffered: true, isCountersigned: false, archivedAt: null },
  ...{ version: '2026-11-20', publishedAt: at, draftSavedAt: null, updatedAt: at },
}
const unsigned = listedDocument(rowPartner, { documentName: 'Mutual NDA', openedAt: at })
const signed = listedDocument(rowPartner, {
  ...{ documentName: 'Hall contract', status: 'signed', signedAt: at, endsOn: '2027-02-01' },
  ...{ eventName: 'Lantern Night', awaitsCompany: true },
})

let rows: ListedDocument[]
/** The query of the last request for the list, without the page. */
let asked: Record<string, string> = {}

beforeEach(() => {
  rows = [unsigned, signed]
  answer(listPartnerGroups, ['Coast'])
  answer(listResponsible, [])
  answer(listAgreementTypes, [nda])
  answer(getAgreementType, {
    ...nda,
    ...{ pending: 0, signedEarlier: { count: 0, partnerIds: [] }, draft: null },
    versions: [{ version: '2026-11-20', title: 'NDA', publishedAt: at, publishedBy: null, signed: 1 }],
  })
  answer(listAllDocuments, ({ query }) => {
    const { page: _page, limit: _limit, ...rest } = Object.fromEntries(query)
    asked = rest
    return { page: rows, total: rows.length }
  })
})

const table = page.getByRole('table', { name: 'Agreements' })
const rowOf = (name: string) => table.getByRole('row').filter({ hasText: name })
const choose = (label: string, option: string) =>
  page.getByRole('combobox', { name: label, exact: true }).selectOptions(option)

test('each filter of the agreements asks the server, is in the address and stays after a reload', async () => {
  await showPortal('/admin?tab=agreements', support)
  await expect
    .element(rowOf('Hall contract'))
    .toMatchTextContent(/Lantern Night.*Company to sign.*Feb 1, 2027/)
  await expect.element(page.getByText('2 agreements', { exact: true })).toBeVisible()
  expect(asked).toEqual({ sort: '-sent' })
  await page.getByRole('button', { name: 'More filters' }).click()
  const month = { from: expect.any(String), until: expect.any(String) }
  const filters: [label: string, option: string, query: Record<string, unknown>][] = [
    ['Status', 'To sign', { status: 'to_sign' }],
    ['Agreement', 'NDA', { type: 'nda' }],
    ['Text', 'Version 2026-11-20', { version: '2026-11-20' }],
    ['Text', 'Earlier text', { version: 'earlier' }],
    ['Dates', 'Sent over 7 days ago', { olderThan: '7' }],
    ['Opened', 'Not opened', { opened: 'no' }],
    ['Partner group', 'Coast', { partnerGroup: 'Coast' }],
    ['Partner manager', 'No manager', { manager: 'none' }],
    [
      'Dates',
      'Signed in 12 weeks',
      { olderThan: undefined, signedFrom: expect.stringMatching(/T00:00:00.000Z$/) },
    ],
    ['Dates', 'Sent between…', { signedFrom: undefined }],
  ]
  let expected: Record<string, unknown> = asked
  for (const [label, option, query] of filters) {
    await choose(label, option)
    expected = { ...expected, ...query }
    await expect.poll(() => asked, { message: option }).toEqual(expected)
  }
  await page.getByLabelText('From').fill('2026-10-01')
  await page.getByLabelText('Until').fill('2026-10-31')
  await expect.poll(() => asked).toEqual({ ...expected, ...month })
  const narrowed = address()
  await reloadPortal()
  await expect.element(rowOf('Mutual NDA')).toBeVisible()
  expect(address()).toBe(narrowed)
  expect(asked).toEqual({ ...expected, ...month })
})

test('the dates mean whole months of the reader and whole weeks of the overview', () => {
  const none = { from: '', until: '' }
  expect(agreementDates('2026-10', none, new Date())).toEqual({
    from: new Date(2026, 9, 1).toISOString(),
    until: new Date(2026, 10, 1).toISOString(),
  })
  const sunday = new Date('2026-11-29T23:59:59Z')
  expect(agreementDates('weeks', none, sunday)).toEqual({ signedFrom: '2026-09-07T00:00:00.000Z' })
  const monday = new Date('2026-11-30T00:00:00Z')
  expect(agreementDates('weeks', none, monday)).toEqual({ signedFrom: '2026-09-14T00:00:00.000Z' })
})

test('a heading sorts the agreements, also one below another', async () => {
  await showPortal('/admin?tab=agreements', support)
  await expect.element(rowOf('Mutual NDA')).toBeVisible()
  for (const sort of ['event', 'partner', 'opened', 'signed', 'ends'] as const) {
    const link = table
      .getByRole('link', { name: sort, exact: false })
      .filter({ hasText: new RegExp(`^${sort}`, 'i') })
      .first()
    await link.click()
    await expect.poll(() => asked.sort).toBe(sort)
    await link.click()
    await expect.poll(() => asked.sort).toBe(`-${sort}`)
  }
})

test('the list that the dashboard had leads to the table', async () => {
  await showPortal('/?show=agreements', support)
  await expect.element(rowOf('Mutual NDA')).toBeVisible()
  expect(address()).toBe('/admin?tab=agreements')
})

test('the table says which filters a link has set, and removes them', async () => {
  const linked = `access=enabled&for=${rowPartner.id}&shared=${rowPartner.id}&joinedLater=none`
  await showPortal(`/admin?tab=agreements&${linked}`, support)
  await expect.poll(() => asked).toMatchObject({ access: 'enabled', partnerId: rowPartner.id })
  expect(asked).toMatchObject({ shared: rowPartner.id, joinedLater: 'none' })
  await expect
    .element(page.getByText(/^Only one partner, partners who can sign in, parts of one agreement/))
    .toBeVisible()
  // These filters have no label, so there is nothing to say on a chip.
  await expect.element(page.getByRole('list', { name: 'Active filters' })).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect.poll(() => asked).toEqual({ sort: '-sent' })
})

test('rows stay where they are when the first one is selected, and the filters stay in sight', async () => {
  await showPortal('/admin?tab=agreements&status=to_sign&opened=no', support)
  await expect.element(rowOf('Mutual NDA')).toBeVisible()
  const top = () => rowOf('Mutual NDA').element().getBoundingClientRect().top
  const before = top()
  await page.getByRole('checkbox', { name: /^Select Mutual NDA/ }).click()
  await expect.element(page.getByRole('button', { name: 'Remind…' })).toBeVisible()
  expect(top()).toBe(before)
  await expect.element(page.getByRole('list', { name: 'Active filters' })).toMatchTextContent(/Opened: /)
})

test('a click with Shift selects all rows from the one that was pressed last', async () => {
  rows = ['First', 'Second', 'Third', 'Fourth'].map((documentName) =>
    listedDocument(rowPartner, { documentName }),
  )
  await showPortal('/admin?tab=agreements', support)
  const box = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^Select ${name} `) })
  await box('First').click()
  await box('Third').click({ modifiers: ['Shift'] })
  await expect.element(page.getByText('3 selected')).toBeVisible()
  await expect.element(box('Second')).toBeChecked()
  await expect.element(box('Fourth')).not.toBeChecked()
})

test('selected agreements get an end date, are sent to sign again, and are voided by admins', async () => {
  const ids = [unsigned.id, signed.id]
  answer(changeEndOfDocuments, ({ body }) => {
    expect(body).toEqual({ ids, endsOn: '2027-03-01' })
    return { changed: 1, unchanged: 1 }
  })
  answer(askForNewText, ({ body }) => {
    expect(body).toEqual({ ids })
    return { changed: 2, unchanged: 0 }
  })
  const selectAll = () => page.getByRole('checkbox', { name: 'Select all on this page' }).click()
  await showPortal('/admin?tab=agreements', admin)
  await expect.element(rowOf('Mutual NDA')).toBeVisible()
  await selectAll()
  await page.getByRole('button', { name: 'End date…' }).click()
  const dates = page.getByRole('dialog', { name: 'Set the end date of 2 agreements' })
  await field(dates, 'End date').fill('2027-03-01')
  await dates.getByRole('button', { name: 'Set end date' }).click()
  await expectToast('1 agreement updated')

  await selectAll()
  await page.getByRole('button', { name: 'Ask to sign the new text' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ask to sign' }).click()
  await expectToast('2 agreements sent to sign')

  const message = 'Select only signed agreements. 1 of these is not signed.'
  answer(voidDocuments, refusal('conflict', message))
  await selectAll()
  await page.getByRole('button', { name: 'Void…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Void 2 agreements?' })
  await field(dialog, 'Reason').fill('The wrong company')
  await dialog.getByRole('button', { name: 'Void' }).click()
  await expectToast(message)
  await expect.element(field(dialog, 'Reason')).toHaveValue('The wrong company')
})

test('the partners of selected agreements are reminded after a preview, which can be undone', async () => {
  const about = { kind: 'agreements', ids: [unsigned.id] }
  answer(checkReminders, ({ body }) => {
    expect(body).toEqual({ about })
    const items = [{ label: 'Sign: Mutual NDA', detail: null }]
    const email = {
      recipient: 'ann@example.com',
      subject: 'A reminder',
      heading: 'One thing is waiting for you',
    }
    return {
      ...{ total: 2, reached: 1, leftOut: { never_invited: 1 } },
      email: { ...email, paragraphs: [], items },
    }
  })
  const action: BulkAction = {
    ...{ id: unsigned.id, kind: 'remind', total: 2, done: 0, changed: 0, leftOut: {} },
    ...{ startsAt: at, finishedAt: null, takenBackAt: null, failedAt: null },
  }
  answer(remindPartners, ({ body }) => {
    expect(body).toEqual({ about, message: 'We print on Friday.' })
    return action
  })
  let taken = 0
  answer(takeBackBulkAction, () => {
    taken += 1
    return { ...action, takenBackAt: at }
  })
  await showPortal('/admin?tab=agreements', support)
  await page.getByRole('checkbox', { name: /^Select Mutual NDA/ }).click()
  await page.getByRole('button', { name: 'Remind…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remind' })
  await expect.element(dialog.getByText('Reaches 1 of 2 partners')).toBeVisible()
  await expect.element(dialog.getByRole('list', { name: 'Left out' })).toMatchTextContent('1 never invited')
  await dialog.getByLabelText(/^A line from you/).fill('We print on Friday.')
  const preview = dialog.getByRole('region', { name: 'Preview of the email' })
  await expect
    .element(preview)
    .toMatchTextContent(/One thing is waiting.*We print on Friday.*Sign: Mutual NDA/)
  await expectNoAxeViolations(dialog)
  await dialog.getByRole('button', { name: 'Remind 1 partner' }).click()
  await expect.element(page.getByText('Reminding 1 partner').first()).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectToast('Canceled. Nothing was sent.')
  expect(taken).toBe(1)
})
