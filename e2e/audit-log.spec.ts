import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { createUser } from '#test/factories.ts'
import { codeIn } from '#test/sign-in-mail.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { Portal } from './portal.ts'

const log = (page: Page) => ({
  kind: page.getByRole('combobox', { name: 'Type' }),
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

/** Searches one of all who appear in the log, and chooses the only result. */
const choosePerson = async (page: Page, search: string, label: string) => {
  const { person } = log(page)
  await person.click()
  await person.fill(search)
  const option = page.getByRole('listbox').getByRole('option', { name: label, exact: true })
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1)
  // Until then it is the result of an earlier search, which cannot be chosen.
  await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
  await option.click()
  await expect(person).toHaveValue(label)
}

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
  const { kind, person, action, from, until, rows, details, empty } = log(page)
  await choosePerson(page, `chief ${lastName}`, `Chief ${lastName} (${admin.email})`)
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
  await expectNoAxeViolations(page, page.getByRole('main'))
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
  await expect(page.getByText('Choose the first day or a later one')).toBeVisible()
  await expect(empty).toBeVisible()
  await page.getByRole('link', { name: 'Show all entries' }).click()
  await expect(person).toHaveValue('Everyone')
  await expect(kind).toHaveValue('all')
  await expect(rows).toHaveCount(20)
  await page.goBack()
  await expect(empty).toBeVisible()
  await from.fill('')
  await until.fill('')

  await rows.getByRole('link', { name: 'History of this item' }).click()
  await expect(page.getByText(`History of =Ann ${lastName}`)).toBeVisible()
  await expect(rows).toHaveCount(2)
  expect(new URL(page.url()).searchParams.get('subject')).toBe(user.id)
  await choosePerson(page, `chief ${lastName}`, `Chief ${lastName} (${admin.email})`)
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
  await expect(page.getByText('Showing 1 to 20 of 28 entries')).toBeVisible()
})

test('an admin sees sign-ins and exports only when asking for them, with browser, address and filter', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const user = await createUser(portal)
  const partner = await openBrowser()
  const post = (path: string, data: object) =>
    partner.request.post(path, { headers: { origin: portal.url }, data })
  await post('/api/sign-in/code', { email: user.email })
  const code = codeIn(await portal.mail.mailTo(user.email))
  expect((await post('/api/sign-in/redeem', { code })).status()).toBe(200)
  await partner.request.get('/api/logout', { maxRedirects: 0 })
  const admin = await createUser(portal, {
    firstName: 'Eve',
    lastName: `Export${crypto.randomUUID().slice(0, 8)}`,
    role: 'admin',
  })
  await signInAs(page, admin)
  const exported = await page.request.get('/api/admin/partners/export?search=lounge')
  expect(exported.status()).toBe(200)

  await page.goto('/admin?tab=audit')
  const { kind, action, rows, details } = log(page)
  await expect(kind).toHaveValue('change')
  await expect(rows.first().or(page.getByText('No changes recorded yet'))).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: /Signed in|Export ended/ })).toHaveCount(0)
  await kind.selectOption('Sign-ins and sessions')
  await expect(rows.first()).toContainText('Signed out')
  await expect(rows.nth(1)).toContainText('Signed inEmailed code')
  const signedIn = rows.nth(1).getByRole('button', { name: /^Details: Signed in/ })
  await signedIn.click()
  const facts = page.getByRole('table', { name: 'Details' }).getByRole('row')
  await expect(facts.filter({ hasText: 'Browser' })).toHaveText('BrowserChrome on Linux')
  await expect(facts.filter({ hasText: 'Method' })).toHaveText('MethodEmailed code')
  await expect(facts.filter({ hasText: 'Network address' })).toHaveText('Network address127.0.0.1')

  await kind.selectOption('Views and downloads')
  await expect(rows.first()).toContainText(/Export ended\d+ rows?/)
  await details('Export ended', 'Partners').first().click()
  await expect(facts.filter({ hasText: 'Rows' })).toHaveText(/^Rows\d+$/)
  await expect(facts.filter({ hasText: 'Search' })).toHaveText('Searchlounge')
  await expect(facts.filter({ hasText: 'Complete' })).toHaveText('CompleteYes')
  // An action shows all of its events, whatever kind was chosen.
  await action.selectOption('Signed in')
  await expect(kind).toHaveValue('all')
  await expect(rows.first()).toContainText('Signed in')
  await kind.selectOption('All events')
  await expect(action).toHaveValue('')
  await page.reload()
  await expect(kind).toHaveValue('all')
})
