import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { createUser } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { Portal } from './portal.ts'
import { toast } from './resource-steps.ts'

const log = (page: Page) => ({
  person: page.getByRole('combobox', { name: 'Person' }),
  action: page.getByRole('combobox', { name: 'Action' }),
  from: page.getByLabel('From', { exact: true }),
  until: page.getByLabel('Until', { exact: true }),
  /** The rows of the log, without those of the details. */
  rows: page.getByRole('row').filter({ has: page.locator('time') }),
  details: (action: string, subject: string) =>
    page.getByRole('button', { name: `Details: ${action}, ${subject}`, exact: true }),
  empty: page.getByText('No entries match these filters'),
})

/** Creates an admin who has changed the role and group of one user, and the group of another 24 times. */
const createChanges = async (
  portal: Portal,
  page: Page,
  signIn: (page: Page, person: Awaited<ReturnType<typeof createUser>>) => Promise<void>,
) => {
  const lastName = `Audit${crypto.randomUUID().slice(0, 8)}`
  const admin = await createUser(portal, { firstName: 'Chief', lastName, role: 'admin' })
  const user = await createUser(portal, { firstName: '=Ann', lastName })
  const other = await createUser(portal, { firstName: 'Other', lastName })
  await signIn(page, admin)
  const put = async (path: string, data: object) => {
    const answer = await page.request.put(`/api/admin/users/${path}`, {
      headers: { origin: portal.url },
      data,
    })
    expect(answer.status()).toBe(200)
  }
  await put(`${user.id}/role`, { role: 'support' })
  await put(`${user.id}/partner-group`, { partnerGroup: 'Coast' })
  for (let change = 0; change < 24; change += 1) {
    await put(`${other.id}/partner-group`, { partnerGroup: change % 2 ? null : 'Hills' })
  }
  return { admin, user, lastName }
}

test('an admin finds changes with their values before and after, and exports them', async ({
  page,
  portal,
  signInAs,
}) => {
  const { admin, user, lastName } = await createChanges(portal, page, signInAs)
  await page.goto('/admin?tab=audit')
  const { person, action, from, until, rows, details, empty } = log(page)
  await person.selectOption(`Chief ${lastName} (${admin.email})`)
  await expect(page.getByText('Showing 1 to 20 of 26 entries')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(rows).toHaveCount(6)

  const roleChanged = details('Role changed', `=Ann ${lastName}`)
  await roleChanged.click()
  await expect(roleChanged).toHaveAttribute('aria-expanded', 'true')
  const change = page.getByRole('table', { name: 'What changed' }).getByRole('row')
  await expect(change.nth(0)).toHaveText('FieldBeforeAfter')
  await expect(change.nth(1)).toHaveText('RoleUserSupport')
  await details('Group changed', `=Ann ${lastName}`).click()
  await expect(change.filter({ hasText: 'Partner group' })).toHaveText('Partner group—Coast')
  await expectNoAxeViolations(page)
  await roleChanged.click()
  await expect(change).toHaveCount(2)

  // Another filter starts at the first page.
  await action.selectOption('Role changed')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(`=Ann ${lastName}`)
  await expect(action.locator('optgroup[label="Users"] option').first()).toHaveText('User added')

  const day = (offset: number) =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' }).format(
      Date.now() + offset * 86_400_000,
    )
  await from.fill(day(0))
  await until.fill(day(0))
  await expect(rows).toHaveCount(1)
  await page.reload()
  await expect(rows).toHaveCount(1)
  await expect(from).toHaveValue(day(0))
  await from.fill(day(2))
  await expect(page.getByText('Earlier than the first day')).toBeVisible()
  await expect(empty).toBeVisible()
  await expectNoAxeViolations(page)
  await page.getByRole('link', { name: 'Show all entries' }).click()
  await expect(person).toHaveValue('')
  await page.goBack()
  await expect(empty).toBeVisible()
  await from.fill('')
  await until.fill('')

  await rows.getByRole('link', { name: 'History of this item' }).click()
  await expect(page.getByText(`History of =Ann ${lastName}`)).toBeVisible()
  await expect(rows).toHaveCount(2)
  expect(new URL(page.url()).searchParams.get('subject')).toBe(user.id)
  await person.selectOption(`Chief ${lastName} (${admin.email})`)
  await expect(rows).toHaveCount(2)

  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const download = await saved
  expect(download.suggestedFilename()).toMatch(/^audit-log-\d{4}-\d\d-\d\d\.csv$/)
  const bytes = await readFile(await download.path())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const lines = parse<Record<string, string>>(bytes, { bom: true, columns: true })
  expect(
    lines.map(({ Person, Action, Subject, After }) => [Person, Action, Subject, JSON.parse(After ?? '')]),
  ).toEqual([
    // A name that starts like a formula must not become one.
    [`Chief ${lastName}`, 'user.group_changed', `'=Ann ${lastName}`, { partnerGroup: 'Coast' }],
    [`Chief ${lastName}`, 'user.role_changed', `'=Ann ${lastName}`, { role: 'support' }],
  ])
  await page.getByRole('link', { name: 'Show all items' }).click()
  await expect(page.getByText('Showing 1 to 20 of 26 entries')).toBeVisible()
})

test('a log that fails to load or export shows an error, and support does not see the log', async ({
  page,
  signInAs,
  openBrowser,
  browserErrors,
}) => {
  browserErrors.allow(/500.*\/api\/admin\/audit-log/)
  await signInAs(page, 'admin@demo.test')
  const list = '/api/admin/audit-log?*'
  await page.route(list, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/admin?tab=audit&person=nobody&action=nothing&page=0')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The audit log could not be loaded')
  await page.unroute(list)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(alert).toHaveCount(0)

  await page.route('/api/admin/audit-log/export?*', (route) => route.fulfill({ status: 500, body: '' }))
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(toast(page)).toContainText('The audit log could not be exported. Try again.')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Panel')

  const support = await openBrowser()
  await signInAs(support, 'support@demo.test')
  await support.goto('/admin?tab=audit')
  await expect(support.getByText('Total Partners')).toBeVisible()
  await expect(support.getByRole('link', { name: 'Audit Log' })).toHaveCount(0)
})
