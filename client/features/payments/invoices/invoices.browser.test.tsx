import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getCalendar } from '#contract/calendar.ts'
import { listQuarantinedFiles } from '#contract/files/quarantined-files.ts'
import { listOwnObligations } from '#contract/obligations/obligations.ts'
import { listPartners } from '#contract/partners/partners.ts'
import {
  decideInvoice,
  type Invoice,
  listAllInvoices,
  listOwnInvoices,
  requestInvoiceUpload,
  sendInvoice,
  takeBackInvoice,
} from '#contract/payments/invoices.ts'
import { recordPayment } from '#contract/payments/payments.ts'
import { registerProofUpload } from '#contract/task-work.ts'
import { listOwnTasks } from '#contract/tasks.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { invoiceRow, obligationRow, paymentRow } from '#test/browser/obligation-rows.ts'
import { rowPartner } from '#test/browser/partner-rows.ts'
import { member, partner, support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'
import { address, chooseAction, expectToast, field } from '#test/browser/steps.ts'
import { chooseFile, chosen, takeUploads } from '#test/browser/upload-responses.ts'

const deposit = obligationRow()
const costs = obligationRow({ kind: 'additional_costs', amountCents: null, clause: '4.4' })
let invoices: Invoice[]
/** The bodies that were sent so far. */
let sent: unknown[]
/** The query of the last request for the table, without the page. */
let asked: Record<string, string>

beforeEach(() => {
  sent = []
  invoices = []
  answer(listQuarantinedFiles, [])
  answer(listOwnTasks, [])
  answer(listPartners, { page: [], total: 0 })
  answer(listOwnObligations, [deposit, costs])
  answer(listOwnInvoices, () => invoices)
  answer(requestInvoiceUpload, { uploadURL: '/api/task-proofs/upload/1' })
  answer(registerProofUpload, { filePath: 'uploaded_invoice_of_chairs' })
  answer(sendInvoice, ({ body }) => {
    sent.push(body)
    const { obligationId = null } = body as { obligationId?: string }
    const isRequest = obligationId === deposit.id
    const row = isRequest ? invoiceRow({ number: null, kind: 'deposit', obligationId }) : invoiceRow()
    invoices = [row, ...invoices]
    return row
  })
  answer(takeBackInvoice, ({ params }) => {
    invoices = invoices.filter(({ id }) => id !== params.id)
  })
  answer(listAllInvoices, ({ query }) => {
    const { page: _page, limit: _limit, ...rest } = Object.fromEntries(query)
    asked = rest
    return { page: invoices.map((row) => ({ ...row, partner: rowPartner })), total: invoices.length }
  })
  answer(decideInvoice, ({ params, body }) => {
    sent.push(body)
    const found = invoices.find(({ id }) => id === params.id) ?? invoiceRow()
    const { updatedAt: _seen, ...decision } = body as Partial<Invoice>
    const decided = { ...found, ...decision }
    invoices = invoices.map((each) => (each.id === params.id ? decided : each))
    return decided
  })
})

const dialog = page.getByRole('dialog', { name: 'Send an invoice' })
const own = page.getByRole('list', { name: 'Invoices', exact: true })

test('a partner sends an invoice with its file, once', async () => {
  takeUploads()
  await showPortal('/welcome?owed=all', partner)
  await expect.element(page.getByText('You have not sent any invoices yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Send an invoice…' }).click()
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  for (const problem of ['Add the invoice', 'Enter the number', /^Enter an amount/]) {
    await expect.element(dialog.getByText(problem)).toBeVisible()
  }
  await expectNoAxeViolations(dialog)
  chooseFile(dialog, chosen('Chairs.pdf'))
  await expect.element(dialog.getByText('Chairs.pdf')).toBeVisible()
  await expect.element(dialog.getByText('Add the invoice')).not.toBeInTheDocument()
  await field(dialog, 'For').selectOptions('Additional costs (clause 4.4)')
  await field(dialog, 'Invoice number').fill('2026-17')
  await field(dialog, 'Amount').fill('$450.00')
  await field(dialog, 'Note').fill('Pay to DE89370400440532013000')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(dialog.getByText('Leave out the numbers of cards and bank accounts')).toBeVisible()
  await field(dialog, 'Note').fill('Forty chairs')
  await dialog.getByRole('button', { name: 'Send', exact: true }).dblClick()
  await expectToast('Invoice 2026-17: sent')
  expect(sent).toEqual([
    {
      ...{ obligationId: costs.id, number: '2026-17', amountCents: 45_000, currency: 'USD' },
      ...{ note: 'Forty chairs', filePath: 'uploaded_invoice_of_chairs' },
    },
  ])
  await expect.element(own).toMatchTextContent(/Invoice 2026-17.*Received.*\$450\.00.*Nov 20, 2026/)
})

test('a number that was used is refused in the form', async () => {
  takeUploads()
  const message = 'This number was used before'
  answer(sendInvoice, refusal('conflict', message, { number: message }))
  await showPortal('/welcome?owed=all', partner)
  await page.getByRole('button', { name: 'Send an invoice…' }).click()
  chooseFile(dialog, chosen('Chairs.pdf'))
  await expect.element(dialog.getByText('Chairs.pdf')).toBeVisible()
  await field(dialog, 'Invoice number').fill('2026-17')
  await field(dialog, 'Amount').fill('450')
  await dialog.getByRole('button', { name: 'Send', exact: true }).click()
  await expect.element(dialog.getByText(message)).toBeVisible()
})

test('a partner asks for the deposit from their home, and takes that back', async () => {
  answerEmptyHome()
  answer(getCalendar, { days: [] })
  await showPortal('/', partner)
  const card = page.getByRole('region', { name: 'Payments and dates' })
  await card.getByRole('button', { name: 'Ask for the deposit' }).click()
  await expectToast('Request: Deposit: sent')
  expect(sent).toEqual([{ obligationId: deposit.id }])
  await expect
    .element(card.getByRole('list', { name: 'Latest invoices' }))
    .toMatchTextContent(/Request: Deposit.*Received Nov 20, 2026/)
  await expect.element(card.getByRole('button', { name: 'Ask for the deposit' })).not.toBeInTheDocument()
  await expectNoAxeViolations(card)
  await card.getByRole('link', { name: 'Show all' }).click()
  await own.getByRole('button', { name: /^Take back ?: Request: Deposit$/ }).click()
  await expectToast('Request: Deposit: taken back')
  await expect.element(page.getByText('You have not sent any invoices yet.')).toBeVisible()
})

test('a partner sees what became of each invoice', async () => {
  invoices = [
    invoiceRow({ number: '1', status: 'approved' }),
    invoiceRow({ number: '2', status: 'scheduled', payOn: '2026-12-07' }),
    invoiceRow({ number: '3', status: 'rejected', reason: 'Not as agreed' }),
    invoiceRow({ number: '4', status: 'paid', paidCents: 45_000, note: 'Thank you' }),
  ]
  await showPortal('/welcome?owed=all', partner)
  const item = (name: string) => own.getByRole('listitem', { name, exact: true })
  await expect.element(item('Invoice 1')).toMatchTextContent(/Approved/)
  await expect.element(item('Invoice 2')).toMatchTextContent(/Will be paid on Dec 7, 2026/)
  await expect.element(item('Invoice 3')).toMatchTextContent(/Rejected: Not as agreed/)
  await expect.element(item('Invoice 4')).toMatchTextContent(/Paid.*Thank you/)
  await expect.element(own.getByRole('button')).not.toBeInTheDocument()
})

test('a member who may not sign sees no invoices', async () => {
  answer(listOwnObligations, [obligationRow({ kind: 'setup', owedBy: 'partner', amountCents: null })])
  answerEmptyHome()
  await showPortal('/', member)
  const card = page.getByRole('region', { name: 'Payments and dates' })
  await expect.element(card.getByRole('list', { name: 'Next dates' })).toBeVisible()
  await expect.element(card.getByRole('button')).not.toBeInTheDocument()
  await card.getByRole('link', { name: 'Show all' }).click()
  await expect.element(page.getByRole('dialog').getByText('Setup')).toBeVisible()
  await expect.element(page.getByText('Invoices', { exact: true })).not.toBeInTheDocument()
})

test('staff approve, schedule and reject an invoice as they saw it', async () => {
  const first = invoiceRow({ note: 'Forty chairs' })
  invoices = [first]
  const { updatedAt } = first
  await showPortal('/admin?tab=payments&view=invoices', support)
  const row = page.getByRole('table', { name: 'Invoices' }).getByRole('row').filter({ hasText: '2026-17' })
  await expect
    .element(row)
    .toMatchTextContent(/Invoice 2026-17.*Forty chairs.*Harborview Hall.*\$450\.00.*Nov 20, 2026.*Received/)
  await chooseAction('Invoice 2026-17', 'Approve')
  await expectToast('Invoice 2026-17: approved')
  await chooseAction('Invoice 2026-17', 'Schedule payment…')
  const schedule = page.getByRole('dialog', { name: 'Schedule: Invoice 2026-17' })
  await expectNoAxeViolations(schedule)
  await field(schedule, 'Day of the payment').fill('2149-04-17')
  await schedule.getByRole('button', { name: 'Schedule' }).click()
  await expectToast('Invoice 2026-17: scheduled')
  await expect.element(row).toMatchTextContent(/Scheduled.*On Apr 17, 2149/)
  await chooseAction('Invoice 2026-17', 'Reject…')
  const reject = page.getByRole('dialog', { name: 'Reject: Invoice 2026-17' })
  await expect.element(reject).toBeVisible()
  await expectNoAxeViolations(reject)
  await field(reject, 'Reason').fill('Not as agreed')
  await reject.getByRole('button', { name: 'Reject' }).click()
  await expectToast('Invoice 2026-17: rejected')
  await chooseAction('Invoice 2026-17', 'Review again')
  await expectToast('Invoice 2026-17: to review')
  expect(sent).toEqual([
    { status: 'approved', updatedAt },
    { status: 'scheduled', payOn: '2149-04-17', updatedAt },
    { status: 'rejected', reason: 'Not as agreed', updatedAt },
    { status: 'received', updatedAt },
  ])
})

test('what somebody else decided meanwhile is shown', async () => {
  invoices = [invoiceRow()]
  answer(decideInvoice, refusal('conflict', 'Someone else changed this after you opened it.'))
  await showPortal('/admin?tab=payments&view=invoices', support)
  await chooseAction('Invoice 2026-17', 'Approve')
  await expectToast('Someone else changed this after you opened it.')
})

test('staff record the payment of an invoice, which begins with what is open of it', async () => {
  invoices = [
    invoiceRow({ status: 'approved', paidCents: 10_000 }),
    invoiceRow({ number: '18', status: 'paid' }),
  ]
  answer(recordPayment, ({ body }) => {
    sent.push(body)
    return paymentRow({ amountCents: 35_000 })
  })
  await showPortal('/admin?tab=payments&view=invoices', support)
  await expect.element(page.getByText('$100.00 paid')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Actions for Invoice 18/ })).not.toBeInTheDocument()
  await chooseAction('Invoice 2026-17', 'Record payment…')
  const form = page.getByRole('dialog', { name: 'Record payment' })
  await expect
    .element(form.getByText('Invoice 2026-17: $350.00 open of $450.00, Paula Ortega · Harborview Hall'))
    .toBeVisible()
  await expect.element(field(form, 'Amount')).toHaveValue('350.00')
  await field(form, 'Method').selectOptions('Check')
  await form.getByRole('button', { name: 'Record payment' }).click()
  await expectToast('Payment of $350.00 recorded')
  const [first] = invoices
  expect(sent).toMatchObject([
    { invoiceId: first?.id, obligationId: null, partnerId: first?.partnerId, amountCents: 35_000 },
  ])
})

test('each filter of the invoices is in the address', async () => {
  await showPortal('/admin?tab=payments', support)
  await page.getByRole('link', { name: 'Invoices', exact: true }).click()
  await expect.element(page.getByText('No invoices yet. Partners send them from their home.')).toBeVisible()
  expect(asked).toEqual({ sort: '-received' })
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOptions('Received')
  await expect.poll(() => asked).toEqual({ sort: '-received', status: 'received' })
  expect(address()).toBe('/admin?tab=payments&view=invoices&status=received')
  await expect.element(page.getByText('No invoices match these filters')).toBeVisible()
})
