import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { listResponsible } from '#contract/chat/inbox.ts'
import { listAllObligations, listOwnObligations } from '#contract/obligations/obligations.ts'
import { getPartner, listPartners } from '#contract/partners/partners.ts'
import {
  exportPayments,
  listAllPayments,
  listOwnPayments,
  listPaymentTotals,
  type PaymentRow,
  recordPayment,
  reversePayment,
} from '#contract/payments/payments.ts'
import { listOwnTasks } from '#contract/tasks.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { catchSaves } from '#test/browser/library.ts'
import { obligationRow, paymentRow } from '#test/browser/obligation-rows.ts'
import { adminPartner, rowPartner } from '#test/browser/partner-rows.ts'
import { partner, support } from '#test/browser/people.ts'
import { answer, noNetwork, refusal } from '#test/browser/portal-responses.ts'
import { showPortal } from '#test/browser/screen.tsx'
import { address, chooseAction, expectToast, field } from '#test/browser/steps.ts'

const deposit = obligationRow({ paidCents: 250_000 })
let payments: PaymentRow[]
/** The query of the last request for the table, without the page. */
let asked: Record<string, string>
/** The recorded bodies and the idempotency key of each request that was sent. */
let sent: unknown[]
let keys: (string | null)[]

beforeEach(() => {
  sent = []
  keys = []
  payments = []
  answer(listResponsible, [])
  answer(getPartner, adminPartner)
  answer(listAllObligations, {
    page: [{ ...deposit, partner: rowPartner, activationName: null }],
    total: 1,
  })
  answer(listAllPayments, ({ query }) => {
    const { page: _page, limit: _limit, ...rest } = Object.fromEntries(query)
    asked = rest
    return { page: payments, total: payments.length }
  })
  answer(recordPayment, ({ body }) => {
    sent.push(body)
    return paymentRow(body as object)
  })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (input: RequestInfo, init?: RequestInit) => {
    if (init?.method === 'POST') keys.push(new Headers(init.headers).get('idempotency-key'))
    return fetch(input, init)
  })
  onTestFinished(() => void vi.stubGlobal('fetch', fetch))
})

const dialog = page.getByRole('dialog', { name: 'Record payment' })
const submit = (name = 'Record payment') => dialog.getByRole('button', { name }).click()

const openForDeposit = async () => {
  await showPortal('/admin?tab=payments&view=owed', support)
  await chooseAction('Deposit', 'Record payment…')
}

test('a payment toward an obligation begins with what is open, and is sent in cents', async () => {
  await openForDeposit()
  await expect
    .element(dialog.getByText('Deposit: $3,750.00 open of $6,250.00, Paula Ortega · Harborview Hall'))
    .toBeVisible()
  await expect.element(field(dialog, 'Amount')).toHaveValue('3,750.00')
  await expectNoAxeViolations(dialog)
  await submit()
  await expect.element(dialog.getByText('Choose how it was paid')).toBeVisible()
  await field(dialog, 'Method').selectOptions('Check')
  await field(dialog, 'Date').fill('2026-11-20')
  await field(dialog, 'Amount').fill('1.234')
  await submit()
  await expect.element(dialog.getByText('Enter an amount, for example, 2,500.00')).toBeVisible()
  await field(dialog, 'Amount').fill('$2,500.10')
  await field(dialog, 'Reference').fill('4111 1111 1111 1111')
  await submit()
  await expect.element(dialog.getByText('Leave out the numbers of cards and bank accounts')).toBeVisible()
  await field(dialog, 'Reference').fill('Check 1042')
  await dialog.getByRole('button', { name: 'Record payment' }).dblClick()
  await expectToast('Payment of $2,500.10 recorded')
  const { id: obligationId, partnerId } = deposit
  expect(sent).toEqual([
    {
      ...{ partnerId, obligationId, paidBy: 'company', amountCents: 250_010, currency: 'USD' },
      ...{ paidOn: '2026-11-20', method: 'check', reference: 'Check 1042' },
    },
  ])
})

test.each([
  ['This invoice is not approved.', /^This invoice is not approved\..*Nothing was recorded/],
  ['This idempotency key was used for another request.', /^An earlier attempt was already recorded/],
])('a refusal that nobody can confirm says whether anything was recorded: %s', async (message, expected) => {
  answer(recordPayment, () => refusal('conflict', message))
  await openForDeposit()
  await field(dialog, 'Method').selectOptions('Wire')
  await submit()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(expected)
  await expect.element(dialog.getByRole('button', { name: 'Record payment' })).toBeVisible()
})

test('what the server finds unusual is confirmed in the form under the same key, until the values change', async () => {
  const message = 'This is more than is open. Confirm to record it anyway.'
  answer(recordPayment, ({ body }) => {
    sent.push(body)
    const { isConfirmed } = body as { isConfirmed?: boolean }
    return isConfirmed ? paymentRow({ amountCents: 500_000 }) : refusal('conflict', message)
  })
  await openForDeposit()
  await field(dialog, 'Method').selectOptions('Wire')
  await field(dialog, 'Amount').fill('5,000')
  await submit()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(message)
  await field(dialog, 'Amount').fill('6,000')
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  await submit()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(message)
  await field(dialog, 'Amount').fill('5,000')
  await submit()
  await submit('Record anyway')
  await expectToast('Payment of $5,000.00 recorded')
  expect(sent.map((body) => (body as { isConfirmed?: boolean }).isConfirmed)).toEqual([
    undefined,
    undefined,
    undefined,
    true,
  ])
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
})

test('a retry after a lost response has the same key, and other values are refused', async () => {
  answer(recordPayment, noNetwork)
  await openForDeposit()
  await field(dialog, 'Method').selectOptions('Cash')
  await submit()
  await expectToast('The payment was not recorded. Check your connection and try again.')
  answer(recordPayment, refusal('conflict', 'This idempotency key was used for another request.'))
  await field(dialog, 'Amount').fill('10')
  await submit()
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/already recorded/)
  answer(recordPayment, paymentRow({ amountCents: 375_000 }))
  await field(dialog, 'Amount').fill('3,750.00')
  await submit()
  await expectToast('Payment of $3,750.00 recorded')
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
})

test('a payment of a partner without an obligation asks for the partner, and each form has its own key', async () => {
  answer(listPartners, { page: [rowPartner], total: 1 })
  await showPortal('/admin?tab=payments', support)
  await expect.element(page.getByText('No payments recorded yet')).toBeVisible()
  for (const amount of ['10', '20']) {
    await page.getByRole('button', { name: 'Record payment' }).click()
    await field(dialog, 'Amount').fill(amount)
    await field(dialog, 'Method').selectOptions('Card')
    await dialog.getByText('Partner', { exact: true }).last().click()
    await field(dialog, 'Currency').fill('eur')
    await submit()
    await expect.element(dialog.getByText('Choose a partner')).toBeVisible()
    await dialog.getByRole('combobox', { name: 'Partner' }).fill('Paula')
    await page.getByRole('option', { name: /Paula Ortega/ }).click()
    await submit()
    await expectToast(`Payment of EUR ${amount}.00 recorded`)
  }
  expect(sent[0]).toMatchObject({
    ...{ partnerId: rowPartner.id, obligationId: null },
    ...{ paidBy: 'partner', currency: 'EUR', amountCents: 1000 },
  })
  expect(new Set(keys).size).toBe(2)
})

test('the table filters and exports the payments, and a payment is reversed with a reason', async () => {
  const first = paymentRow()
  const reversed = paymentRow({ isReversed: true, kind: 'balance' })
  const reversal = paymentRow({ reversesId: reversed.id, kind: 'balance', amountCents: -250_000 })
  payments = [first, reversed, reversal].map((row) => ({ ...row, partner: rowPartner }))
  await showPortal(`/admin?tab=payments&for=${rowPartner.id}`, support)
  const table = page.getByRole('table', { name: 'Payments' })
  await expect
    .element(table.getByRole('row').filter({ hasText: 'Deposit' }))
    .toMatchTextContent(/Nov 20, 2026.*Harborview Hall.*Company.*Check.*Check 1042.*\$2,500\.00/)
  await expect
    .element(table.getByRole('row').filter({ hasText: 'Reversal: Balance' }))
    .toMatchTextContent(/-\$2,500\.00/)
  await expect.element(table.getByText('Reversed', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Paid by' }).selectOptions('Paid by company')
  await page.getByLabelText('From').fill('2026-11-01')
  await page.getByRole('searchbox').fill('1042')
  const query = {
    partnerId: rowPartner.id,
    paidBy: 'company',
    from: '2026-11-01',
    search: '1042',
    sort: '-paid',
  }
  await expect.poll(() => asked).toEqual(query)
  answer(exportPayments, ({ query: exported }) => {
    expect(Object.fromEntries(exported)).toEqual(query)
    return new Response('Date', {
      headers: { 'content-disposition': 'attachment; filename="payments.csv"' },
    })
  })
  const saved = catchSaves()
  await page.getByRole('button', { name: 'Export payments' }).click()
  await expect.poll(() => saved).toEqual([expect.stringMatching(/ as payments\.csv$/)])

  answer(reversePayment, ({ params, body }) => {
    sent.push([params.id, body])
    return paymentRow({ reversesId: first.id, amountCents: -250_000 })
  })
  expect(page.getByRole('button', { name: /^Actions for/ }).elements()).toHaveLength(1)
  await chooseAction('Deposit', 'Reverse…')
  const reverse = page.getByRole('dialog', { name: 'Reverse the payment of $2,500.00?' })
  await field(reverse, 'Reason').fill('The check bounced')
  await reverse.getByRole('button', { name: 'Reverse' }).click()
  await expectToast('Payment reversed')
  expect(sent).toEqual([[first.id, { reason: 'The check bounced' }]])
  expect(keys.at(-1)).toMatch(/^[\da-f-]{36}$/)
})

test('the totals are of a year, and the views of the tab have addresses', async () => {
  answer(listPaymentTotals, ({ query }) => {
    asked = Object.fromEntries(query)
    const row = { id: 'one', partner: rowPartner, currency: 'USD', paidCents: 650_000, receivedCents: -100 }
    return { page: [row], total: 1 }
  })
  await showPortal('/admin?tab=payments', support)
  await page.getByRole('link', { name: 'Totals', exact: true }).click()
  const row = page.getByRole('table', { name: 'Totals' }).getByRole('row').filter({ hasText: 'Harborview' })
  await expect.element(row).toMatchTextContent(/\$6,500\.00.*-\$1\.00/)
  const year = new Date().getFullYear()
  expect(asked).toMatchObject({ year: String(year) })
  await page.getByRole('combobox', { name: 'Year' }).selectOptions(String(year - 1))
  await expect.poll(() => asked.year).toBe(String(year - 1))
  expect(address()).toBe(`/admin?tab=payments&view=totals&year=${year - 1}`)
  await page.getByRole('link', { name: 'Owed', exact: true }).click()
  await expect.element(page.getByRole('table', { name: 'Owed' })).toBeVisible()
  expect(address()).toBe('/admin?tab=payments&view=owed')
})

test('a partner sees each payment with its reversal, and cannot reverse any', async () => {
  const payment = paymentRow({ isReversed: true })
  answer(listOwnTasks, [])
  answer(listOwnObligations, [deposit])
  answer(listOwnPayments, [
    paymentRow({ reversesId: payment.id, amountCents: -250_000, reference: 'The check bounced' }),
    payment,
    paymentRow({ kind: null, paidBy: 'partner', method: 'cash', reference: null }),
  ])
  await showPortal('/welcome?owed=all', partner)
  const list = page.getByRole('list', { name: 'Payments' })
  const entry = list.getByRole('listitem').first()
  await expect.element(entry).toMatchTextContent(/Deposit.*Reversed.*\$2,500\.00.*Partner team.*Check 1042/)
  await expect.element(entry).toMatchTextContent(/Reversed Nov 20, 2026, -\$2,500\.00: The check bounced/)
  await expect.element(list.getByRole('listitem').last()).toMatchTextContent(/Payment.*You.*Cash/)
  expect(list.getByRole('listitem').elements()).toHaveLength(2)
  await expect.element(page.getByRole('button', { name: 'Reverse…' })).not.toBeInTheDocument()
})
