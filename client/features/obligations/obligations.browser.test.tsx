import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { queryClient } from '#client/lib/query-client.ts'
import { DialogHost } from '#client/ui/dialog-host.tsx'
import { listResponsible } from '#contract/chat/inbox.ts'
import { listQuarantinedFiles } from '#contract/files/quarantined-files.ts'
import {
  listActivationObligations,
  listAllObligations,
  listDocumentObligations,
  listOwnObligations,
  type Obligation,
  updateObligation,
} from '#contract/obligations/obligations.ts'
import { listOwnPayments } from '#contract/payments/payments.ts'
import { type CurrentUser, getCurrentUser } from '#contract/session/session.ts'
import { listOwnTasks } from '#contract/tasks.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { obligationRow, paymentRow } from '#test/browser/obligation-rows.ts'
import { rowPartner } from '#test/browser/partner-rows.ts'
import { member, partner, support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { showPortal } from '#test/browser/screen.tsx'
import { address, chooseAction, expectToast, field } from '#test/browser/steps.ts'
import { chooseFile, chosen, takeUploads } from '#test/browser/upload-responses.ts'
import { ObligationList } from './obligation-list.tsx'
import { OwnPayments } from './own-payments.tsx'

let rows: Obligation[]
/** The bodies of the changes so far. */
let changes: unknown[]
/** The query of the last request for the table, without the page. */
let asked: Record<string, string>

beforeEach(() => {
  changes = []
  answer(listQuarantinedFiles, [])
  answer(listResponsible, [])
  answer(listOwnObligations, () => rows)
  answer(listOwnPayments, [])
  answer(listOwnTasks, [])
  answer(listAllObligations, ({ query }) => {
    const { page: _page, limit: _limit, ...rest } = Object.fromEntries(query)
    asked = rest
    const listed = rows.map((row) => ({ ...row, partner: rowPartner, activationName: 'Lantern Night' }))
    return { page: listed, total: listed.length }
  })
  answer(updateObligation, ({ params, body }) => {
    changes.push(body)
    const row = rows.find(({ id }) => id === params.id)
    const status = (body as { status: Obligation['status'] }).status
    rows = rows.map((each) => (each.id === params.id ? { ...each, status } : each))
    return { ...(row ?? obligationRow()), status }
  })
})

const show = async (user: CurrentUser, content: ReactNode) => {
  answer(getCurrentUser, user)
  queryClient.setQueryData(['/api/auth/user'], user)
  return render(
    <QueryClientProvider client={queryClient}>
      <DialogHost>{content}</DialogHost>
    </QueryClientProvider>,
  )
}

const item = (name: string) => page.getByRole('listitem', { name, exact: true })
const group = (name: string) => page.getByRole('list', { name, exact: true })

const all = () => [
  obligationRow({ paidCents: 250_000, isLate: true, dueOn: '2026-11-10' }),
  obligationRow({ kind: 'guest_count', owedBy: 'partner', amountCents: null, clause: '5.2' }),
  obligationRow({ kind: 'setup', owedBy: 'partner', amountCents: null, time: '07:30', clause: '3.1' }),
  obligationRow({ kind: 'cancellation', hasPassed: true, amountCents: null, dueOn: '2026-11-01' }),
  obligationRow({ kind: 'balance', status: 'done', paidCents: 625_000 }),
  obligationRow({ kind: 'exclusivity', status: 'waived', note: 'They asked for it', amountCents: null }),
  obligationRow({
    ...{ kind: 'collateral', status: 'done', note: 'Left at the desk', amountCents: null },
    ...{ filePath: 'receipt_1', fileName: 'Receipt.png', fileType: 'png', fileSize: 2048 },
  }),
  obligationRow({ kind: 'additional_costs', status: 'waived', closedFor: 'canceled', paidCents: 5000 }),
]

test('a partner reads everything that is owed in their words, open first, at an address', async () => {
  rows = all()
  answer(listOwnPayments, [paymentRow()])
  await showPortal('/welcome?owed=all', partner)
  const dialog = page.getByRole('dialog', { name: 'Payments and dates' })
  await expect
    .element(item('Deposit'))
    .toMatchTextContent(/Clause 4\.2.*Partner team.*\$2,500\.00 of \$6,250\.00 paid.*Nov 10.*Late/)
  await expect.element(item('Setup')).toMatchTextContent(/Owed by: You.*Apr 17, 2149, 7:30 AM.*Open/)
  await expect.element(item('Balance')).toMatchTextContent(/\$6,250\.00.*Paid/)
  await expect.element(item('Last day to cancel without cost')).toMatchTextContent(/Passed/)
  await expect.element(item('End of exclusivity')).toMatchTextContent(/Waived.*They asked for it/)
  await expect
    .element(item('Additional costs'))
    .toMatchTextContent(/Closed.*The event was canceled\. \$50\.00 had been paid\./)
  await expect.element(item('Delivery of materials')).toMatchTextContent(/Done.*Left at the desk/)
  await expect.element(dialog.getByRole('button', { name: 'Receipt.png' })).toBeVisible()
  expect(group('Open').getByRole('listitem').elements()).toHaveLength(3)
  expect(group('Done').getByRole('listitem').elements()).toHaveLength(5)
  // Partners can mark only what they owe, and no last day.
  expect(dialog.getByRole('button', { name: /^Mark done…/ }).elements()).toHaveLength(1)
  await expectNoAxeViolations(dialog)
})

test('a partner marks what they owe as done with a note, and reopens it', async () => {
  rows = [obligationRow({ kind: 'guest_count', owedBy: 'partner', amountCents: null })]
  await showPortal('/welcome?owed=all', partner)
  await item('Last day to change the number of guests').getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: /^Mark done/ })
  const refused = { note: 'Leave out the numbers of cards and bank accounts' }
  answer(updateObligation, refusal('bad_request', 'Refused', refused))
  await field(dialog, 'Note').fill('120 guests')
  await dialog.getByRole('button', { name: 'Mark done' }).click()
  await expect.element(dialog.getByText(refused.note)).toBeVisible()
  // A colleague has changed it meanwhile: the typed note stays until the user loads what is stored.
  answer(updateObligation, refusal('conflict', 'Someone else changed this.'))
  answer(listDocumentObligations, () => rows)
  await dialog.getByRole('button', { name: 'Mark done' }).click()
  await expect.element(page.getByText('Someone else changed this.')).toBeVisible()
  await expect.element(field(dialog, 'Note')).toHaveValue('120 guests')
  await dialog.getByRole('button', { name: 'Load latest version' }).click()
  await expect.element(field(dialog, 'Note')).toHaveValue('')
  await field(dialog, 'Note').fill('120 guests')
  answer(updateObligation, ({ body }) => {
    changes.push(body)
    rows = rows.map((row) => ({ ...row, status: (body as Obligation).status }))
    return rows[0] ?? obligationRow()
  })
  await dialog.getByRole('button', { name: 'Mark done' }).click()
  await expectToast('Last day to change the number of guests: done')
  const { updatedAt } = obligationRow()
  expect(changes).toEqual([{ status: 'done', note: '120 guests', filePath: null, updatedAt }])
  await group('Done')
    .getByRole('button', { name: /^Reopen/ })
    .click()
  await expect.poll(() => changes.at(-1)).toEqual({ status: 'open', note: null, updatedAt })
  await expectToast('Last day to change the number of guests: open again')
})

test('the home shows the next payment with what is open of it, what was paid, and three dates', async () => {
  rows = all()
  const payment = paymentRow({ isReversed: true })
  answer(listOwnPayments, [
    paymentRow({ amountCents: 300_000 }),
    paymentRow({ amountCents: 1, currency: 'EUR' }),
    payment,
    paymentRow({ reversesId: payment.id, amountCents: -250_000 }),
  ])
  await show(partner, <OwnPayments />)
  const card = page.getByRole('region', { name: 'Payments and dates' })
  await expect.element(card).toMatchTextContent(/Next payment: \$3,750\.00, due Nov 10.*Late/)
  await expect.element(card).toMatchTextContent(/Paid to you so far: \$3,000\.00, EUR 0\.01/)
  await expect
    .element(group('Next dates'))
    .toMatchTextContent(/Last day to change the number of guests.*Setup.*7:30 AM/)
  await expect
    .element(card.getByRole('link', { name: 'Show all' }))
    .toHaveAttribute('href', expect.stringContaining('owed=all'))
  await expectNoAxeViolations(card)
})

test('the home and the lists show nothing at all if nothing is owed', async () => {
  rows = []
  answer(listDocumentObligations, [])
  const { container } = await show(
    partner,
    <>
      <OwnPayments />
      <ObligationList documentId={obligationRow().documentId ?? ''} />
    </>,
  )
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(container.textContent).toBe('')
})

test('a member who may not sign sees days without amounts and clauses', async () => {
  rows = [
    obligationRow({
      ...{ kind: 'guest_count', owedBy: 'partner' },
      ...{ documentId: null, amountCents: null, clause: null },
    }),
  ]
  await show(member, <OwnPayments />)
  const card = page.getByRole('region', { name: 'Payments and dates' })
  await expect.element(card).toMatchTextContent(/number of guests.*Apr 17, 2149/)
  expect(card.element().textContent).not.toMatch(/\$|Clause|Next payment|Paid/)
})

test('staff see what the company and the partner owe for an activation, with the actions that each allows', async () => {
  rows = all()
  answer(listActivationObligations, () => rows)
  const id = obligationRow().id
  await show(
    support,
    <ObligationList activationId={id} recordPayment={() => () => <p>The payment form</p>} />,
  )
  await expect.element(item('Deposit')).toMatchTextContent(/Owed by: Company/)
  await expect.element(item('Setup')).toMatchTextContent(/Owed by: Partner/)
  const items = async (title: string) => {
    await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click()
    const names = page
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent)
    await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click()
    return names
  }
  expect(await items('Setup')).toEqual(['Mark done…', 'Waive…'])
  expect(await items('Balance')).toEqual(['Record payment…'])
  expect(await items('End of exclusivity')).toEqual(['Mark done…', 'Reopen'])
  expect(await items('Deposit')).toEqual(['Record payment…', 'Waive…'])
  await expect
    .element(item('Additional costs').getByRole('button', { name: /^Actions/ }))
    .not.toBeInTheDocument()
  await chooseAction('Deposit', 'Record payment…')
  await expect.element(page.getByText('The payment form')).toBeVisible()
})

test('staff mark an obligation as done with a file, and waive another with a reason', async () => {
  rows = [
    obligationRow({ kind: 'collateral', amountCents: null }),
    obligationRow({ kind: 'setup', owedBy: 'partner', amountCents: null }),
  ]
  takeUploads()
  await showPortal('/admin?tab=payments&view=owed', support)
  await chooseAction('Delivery of materials', 'Mark done…')
  const done = page.getByRole('dialog', { name: 'Mark done: Delivery of materials' })
  chooseFile(done, chosen('Delivery note.txt'))
  await expect.element(done.getByText('Delivery note.txt')).toBeVisible()
  await done.getByRole('button', { name: 'Mark done' }).click()
  await expectToast('Delivery of materials: done')
  const { updatedAt } = obligationRow()
  expect(changes).toEqual([
    { status: 'done', note: null, filePath: expect.stringMatching(/^uploaded_/), updatedAt },
  ])

  await chooseAction('Setup', 'Waive…')
  const waive = page.getByRole('dialog', { name: 'Waive: Setup' })
  await waive.getByRole('button', { name: 'Waive' }).click()
  await expect.element(waive.getByText('Enter a reason')).toBeVisible()
  await field(waive, 'Reason').fill('They bring nothing')
  await waive.getByRole('button', { name: 'Waive' }).click()
  await expectToast('Setup: waived')
  expect(changes.at(-1)).toEqual({ status: 'waived', note: 'They bring nothing', updatedAt })
})

test('the table of what is owed asks for what is open first, and each filter is in the address', async () => {
  rows = [obligationRow({ isLate: true })]
  await showPortal('/admin?tab=payments&view=owed', support)
  const table = page.getByRole('table', { name: 'Owed' })
  const row = table.getByRole('row').filter({ hasText: 'Deposit' })
  await expect.element(row).toMatchTextContent(/Lantern Night.*Harborview Hall.*Company.*\$6,250\.00.*Late/)
  expect(asked).toEqual({ state: 'open', sort: 'due' })
  await page.getByRole('button', { name: 'More filters' }).click()
  const choose = (label: string, option: string) =>
    page.getByRole('combobox', { name: label, exact: true }).selectOptions(option)
  await choose('State', 'Late')
  await choose('Side', 'Owed by partner')
  await choose('Kind', 'Balance')
  await choose('Partner manager', 'Me')
  const expected = { state: 'late', owedBy: 'partner', kind: 'balance', manager: 'me' }
  await expect.poll(() => asked).toEqual({ ...expected, sort: 'due' })
  expect(address()).toMatch(/view=owed.*state=late.*side=partner.*kind=balance.*manager=me/)
  await choose('State', 'All')
  await expect.poll(() => asked.state).toBeUndefined()
  await table.getByRole('link', { name: /^Amount/ }).click()
  await expect.poll(() => asked.sort).toBe('amount')
})
