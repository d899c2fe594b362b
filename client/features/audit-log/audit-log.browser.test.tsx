import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type AuditEvent, exportAuditLog, listAuditLog, listAuditPeople } from '#contract/audit-log.ts'
import { getAdminOverview, getAdminStats } from '#contract/overview.ts'
import { listPartnersWithUsers } from '#contract/partners/partners.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { catchSaves } from '#test/browser/library.ts'
import { overviewRow } from '#test/browser/overview-rows.ts'
import { admin, partner, support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { texts } from '#test/browser/steps.ts'

test('a log that fails to load or export shows an error', async () => {
  answer(listAuditPeople, { page: [], total: 0 })
  answer(listAuditLog, refusal('internal'))
  answer(exportAuditLog, refusal('internal'))
  await showPortal('/admin?tab=audit&person=nobody&action=nothing&page=0', admin)
  const alert = page.getByRole('alert')
  await expect.element(alert).toMatchTextContent('The audit log could not be loaded')
  answer(listAuditLog, { page: [], total: 0 })
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect.element(alert).not.toBeInTheDocument()

  await page.getByRole('button', { name: 'Export CSV' }).click()
  const toast = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')
  await expect.element(toast).toMatchTextContent('The audit log could not be exported. Try again.')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Admin Panel')
})

test('support does not see the log', async () => {
  answer(listPartnersWithUsers, { page: [], total: 0 })
  answer(getAdminOverview, overviewRow())
  answer(getAdminStats, { total: 0, pending: 0, documentsCompleted: 0, approved: 0 })
  await showPortal('/admin?tab=audit', support)
  await expect.element(page.getByText('Total Partners')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Audit Log' })).not.toBeInTheDocument()
})

const actor = { id: admin.id, name: 'Ada Marsh', email: admin.email, role: 'admin' as const }
const subject = { id: partner.id, name: '=Ann Lee' }
const event = (number: number, more: Partial<AuditEvent>): AuditEvent => ({
  id: `88888888-8888-4888-8888-88888888888${number}`,
  at: '2026-11-02T15:00:00.000Z',
  actor,
  subject,
  action: 'user.role_changed',
  before: { role: 'user' },
  after: { role: 'support' },
  ...more,
})

test('an admin finds changes with their values before and after, and exports what is listed', async () => {
  const events = [
    event(1, {}),
    event(2, {
      action: 'user.group_changed',
      before: { partnerGroup: null },
      after: { partnerGroup: 'Coast' },
    }),
    event(3, {
      action: 'session.signed_in',
      before: null,
      after: { method: 'code' },
    }),
  ]
  /** The query of the last request for the list, without the page. */
  let asked: Record<string, string> = {}
  answer(listAuditPeople, { page: [actor].map(({ role: _, ...person }) => person), total: 1 })
  answer(listAuditLog, ({ query }) => {
    const { limit: _limit, page: _page, ...rest } = Object.fromEntries(query)
    asked = rest
    const found = asked.from === undefined || asked.until ? events : []
    return { page: found, total: found.length }
  })
  answer(exportAuditLog, ({ query }) => {
    expect(Object.fromEntries(query)).toEqual(asked)
    return new Response('', { headers: { 'content-disposition': 'attachment; filename="audit-log.csv"' } })
  })
  await showPortal('/admin?tab=audit', admin)
  const kind = page.getByRole('combobox', { name: 'Type' })
  const person = page.getByRole('combobox', { name: 'Person' })
  const action = page.getByRole('combobox', { name: 'Action' })
  const [from, until] = ['From', 'Until'].map((name) => page.getByLabelText(name, { exact: true }))
  await expect.element(kind).toHaveValue('change')
  await expect.poll(() => asked).toEqual({ kind: 'change' })
  const details = (name: string) => page.getByRole('button', { name: `Details: ${name}, =Ann Lee` })
  const change = page.getByRole('table', { name: 'What changed' }).getByRole('row')
  await details('Role changed').click()
  await expect.element(details('Role changed')).toHaveAttribute('aria-expanded', 'true')
  expect(texts(change)).toEqual(['FieldBeforeAfter', 'RoleUserSupport'])
  await details('Group changed').click()
  await expect.element(change.filter({ hasText: 'Partner group' })).toMatchTextContent('Partner group—Coast')
  await details('Signed in').click()
  const facts = page.getByRole('table', { name: 'Details' }).getByRole('row')
  await expect.element(facts.filter({ hasText: 'Method' })).toMatchTextContent('MethodEmailed code')
  await expectNoAxeViolations(page.getByRole('main'))
  await details('Role changed').click()
  await expect.poll(() => change.elements()).toHaveLength(2)

  await kind.selectOptions('Sign-ins and sessions')
  await expect.poll(() => asked).toEqual({ kind: 'sign_in' })
  // An action shows all of its events, whatever kind was chosen.
  await action.selectOptions('Role changed')
  await expect.poll(() => asked).toEqual({ action: 'user.role_changed' })
  await expect.element(kind).toHaveValue('all')
  await person.click()
  await person.fill('ada')
  await page.getByRole('option', { name: `Ada Marsh (${admin.email})` }).click()
  await expect.poll(() => asked).toEqual({ action: 'user.role_changed', person: admin.id })
  await from?.fill('2026-11-02')
  await until?.fill('2026-11-02')
  const day = { from: '2026-11-02T05:00:00.000Z', until: '2026-11-03T05:00:00.000Z' }
  await expect.poll(() => asked).toEqual({ action: 'user.role_changed', person: admin.id, ...day })
  await reloadPortal()
  await expect.element(details('Role changed')).toBeVisible()
  await expect.element(person).toHaveValue(`Ada Marsh (${admin.email})`)
  expect(asked).toEqual({ action: 'user.role_changed', person: admin.id, ...day })
  const saved = catchSaves()
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect.poll(() => saved).toEqual([expect.stringMatching(/ as audit-log\.csv$/)])

  await until?.fill('2026-11-01')
  await expect.element(page.getByText('Choose the start date or later')).toBeVisible()
  await kind.selectOptions('All events')
  await expect.element(action).toHaveValue('')
  await from?.fill('2026-11-03')
  await until?.fill('')
  await expect.element(page.getByText('No entries match these filters')).toBeVisible()
  await page.getByRole('link', { name: 'Show all entries' }).click()
  await expect.element(person).toHaveValue('Everyone')
  await expect.poll(() => asked).toEqual({})
  await page.getByRole('link', { name: 'History of this item' }).first().click()
  await expect.element(page.getByText('History of =Ann Lee')).toBeVisible()
  await expect.poll(() => asked).toEqual({ subject: subject.id })
  await page.getByRole('link', { name: 'Show all items' }).click()
  await expect.poll(() => asked).toEqual({ kind: 'change' })
})
