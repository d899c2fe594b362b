import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { users } from '#server/db/schema/users.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { field, keyboardInput, tabTo } from './input-methods.ts'
import type { Portal } from './portal.ts'
import { blockLiveUpdates, createGate } from './requests.ts'
import { expectToast, toast } from './resource-steps.ts'

/** The parts of User Management. */
const management = (page: Page) => ({
  search: page.getByRole('searchbox', { name: 'Search users by name or email' }),
  role: page.getByRole('combobox', { name: 'Role', exact: true }),
  group: page.getByRole('combobox', { name: 'Partner Group', exact: true }),
  row: (email: string) =>
    page.getByRole('row').filter({ has: page.getByRole('cell', { name: email, exact: true }) }),
  select: (name: string) => page.getByRole('checkbox', { name: `Select ${name}`, exact: true }),
  selectPage: page.getByRole('table').getByRole('checkbox', { name: 'Select all on this page' }),
  // The first status: the other one belongs to the pages.
  count: page.getByRole('region', { name: 'User Management' }).getByRole('status').first(),
  pages: page.getByRole('navigation', { name: 'Pages of users' }),
  edit: (name: string) => page.getByRole('button', { name: `Edit ${name}`, exact: true }),
  more: (name: string) => page.getByRole('button', { name: `More actions for ${name}`, exact: true }),
})

/** Users with a unique last name. */
const makeFamily = async (portal: Portal, count: number, group: string | null = null) => {
  const lastName = `Family${crypto.randomUUID().slice(0, 8)}`
  const people: Awaited<ReturnType<typeof createUser>>[] = []
  for (let index = 1; index <= count; index += 1) {
    const firstName = `P${String(index).padStart(2, '0')}`
    const email = `${firstName}@${lastName}.test`.toLowerCase()
    people.push(await createUser(portal, { firstName, lastName, email, partnerGroup: group }))
  }
  return { lastName, people, nameOf: (index: number) => `P${String(index).padStart(2, '0')} ${lastName}` }
}

const rowOf = async ({ db }: Portal, id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]

test('support filters users by name, role and group in pages, and the address contains the filters', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const group = `Group ${crypto.randomUUID().slice(0, 8)}`
  const { lastName, people } = await makeFamily(portal, 23, group)
  await createPartner(portal, { user: { lastName, firstName: 'Colleague', email: `c@${lastName}.test` } })
  await createUser(portal, { lastName, role: 'support', firstName: 'Helper', disabledAt: new Date() })
  await signInAs(page, 'support@demo.test')
  await page.goto('/admin?tab=users&page=2')
  const { search, role, group: groupFilter, row, count, pages } = management(page)
  await expect(pages).toContainText('Showing 11 to 20 of')

  await search.fill(lastName)
  await expect(count).toHaveText('25 total users')
  // A changed search starts at the first page.
  await expect(pages).toContainText('Showing 1 to 10 of 25 users')
  await expect(page.getByRole('columnheader')).toHaveText([
    'Select all on this page',
    'Name',
    'Email',
    'Role',
    'Partner Status',
    'Partner Group',
    'Created',
    'Actions',
  ])
  const colleague = row(`c@${lastName}.test`)
  await expect(colleague).toContainText('Has Profile')
  await expect(colleague).toContainText('None')
  await expect(
    colleague.getByRole('link', { name: `Partner details of Colleague ${lastName}` }),
  ).toHaveAttribute('href', /^\/admin\?tab=users&.*partner=[\w-]{36}$/)
  const [last] = people.slice(-1)
  await expect(row(last?.email ?? '')).toContainText('No Profile')
  await expect(row(last?.email ?? '').getByRole('link', { name: /^Create partner for/ })).toHaveAttribute(
    'href',
    `/admin?tab=partners&add=${last?.id}`,
  )
  await expect(page.getByText('Disabled', { exact: true })).toHaveCount(1)
  await expectNoAxeViolations(page)

  await role.selectOption('User')
  await expect(count).toHaveText('24 total users')
  await groupFilter.selectOption(group)
  await expect(count).toHaveText('23 total users')
  await pages.getByRole('link', { name: 'Next' }).click()
  await pages.getByRole('link', { name: 'Next' }).click()
  await expect(pages).toContainText('Showing 21 to 23 of 23 users')
  await expect(pages.getByRole('link', { name: 'Next' })).toBeDisabled()

  await page.reload()
  await expect(pages).toContainText('Showing 21 to 23 of 23 users')
  await expect(search).toHaveValue(lastName)
  await expect(role).toHaveValue('user')
  await expect(groupFilter).toHaveValue(group)
  const other = await openBrowser()
  await signInAs(other, 'admin@demo.test')
  await other.goto(page.url())
  await expect(management(other).pages).toContainText('Showing 21 to 23 of 23 users')

  await page.goBack()
  await expect(pages).toContainText('Showing 11 to 20 of 23 users')
  await role.selectOption('Support')
  await expect(page.getByText('No users found matching your criteria')).toBeVisible()
  await expect(pages).toHaveCount(0)
  await expectNoAxeViolations(page)
  // The empty result of one filter does not show while the next loads.
  const gate = createGate()
  await page.route('/api/admin/users-with-partner-status?*', async (route) => {
    await gate.opened
    await route.continue()
  })
  await groupFilter.selectOption('')
  await expect(page.getByRole('table', { name: 'Users' })).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByText('No users found matching your criteria')).toHaveCount(0)
  gate.open()
  await expect(count).toHaveText('1 total user')
  await page.goBack()
  await expect(page.getByText('No users found matching your criteria')).toBeVisible()
  await page.goBack()
  await expect(pages).toContainText('Showing 11 to 20 of 23 users')

  // A link to a page after the last.
  await page.goto(`/admin?tab=users&search=${lastName}&page=40&role=nobody`)
  await expect(pages).toContainText('Showing 21 to 25 of 25 users')
  expect(new URL(page.url()).searchParams.get('page')).toBe('3')
})

test('a list that fails to load shows an error, and Retry loads it', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  // Users of their own: those of other tests would push others off the first page.
  const { lastName, nameOf } = await makeFamily(portal, 2)
  browserErrors.allow(/500.*\/api\/admin\/users/)
  await signInAs(page, 'support@demo.test')
  // Otherwise a change elsewhere loads the list before Retry does.
  await blockLiveUpdates(page)
  const url = '/api/admin/users-with-partner-status?*'
  await page.route(url, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto(`/admin?tab=users&search=${lastName}`)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Failed to Load Users')
  await expect(alert).toContainText('Unable to load user data. Please try refreshing the page.')
  await expectNoAxeViolations(page)
  await page.unroute(url)
  await alert.getByRole('button', { name: 'Retry' }).click()
  const { count, edit } = management(page)
  await expect(count).toHaveText('2 total users')

  // After a failed refresh the former rows stay, with an alert.
  await page.route(url, (route) => route.fulfill({ status: 500, body: '' }))
  await edit(nameOf(1)).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Update Role' }).click()
  await expect(alert).toContainText('Failed to fetch users')
  await expect(edit(nameOf(1))).toBeVisible()
  await page.unroute(url)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(alert).toHaveCount(0)
})

test('support adds a user, who gets an invitation, and changes role and group', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of (409|403) .*\/api\/admin\/users/)
  const { lastName, people } = await makeFamily(portal, 1, 'Gulf Coast Venues')
  await createUser(portal, { firstName: 'Chief', lastName, role: 'admin' })
  await signInAs(page, 'support@demo.test')
  await page.goto(`/admin?tab=users&search=${lastName}`)
  const { row, count, edit, more } = management(page)
  await expect(count).toHaveText('2 total users')

  const add = page.getByRole('button', { name: 'Add User' })
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Add User' })
  await expect(dialog).toContainText("We'll email them a sign-in link.")
  await expect(dialog).toContainText('Only admins can grant the admin role.')
  await expect(field(dialog, 'Role').getByRole('option')).toHaveText(['User', 'Support'])
  const submit = dialog.getByRole('button', { name: 'Add User' })
  await submit.click()
  await expect(dialog.getByText('Valid email is required')).toBeVisible()
  await expect(field(dialog, 'Email')).toBeFocused()
  await expectNoAxeViolations(page, dialog)
  await field(dialog, 'Email').fill(people[0]?.email.toUpperCase() ?? '')
  await field(dialog, 'First Name').fill('New')
  await field(dialog, 'Last Name').fill(lastName)
  await submit.click()
  await expect(toast(page)).toContainText('A user with this e-mail already exists.')
  await expect(dialog.getByText('A user with this e-mail already exists.')).toBeVisible()
  await expect(field(dialog, 'Email')).toBeFocused()
  // Typed values are discarded only after a question.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect(field(dialog, 'First Name')).toHaveValue('New')
  const email = `new@${lastName}.test`.toLowerCase()
  await field(dialog, 'Email').fill(email)
  await expect(dialog.locator('datalist option[value="Gulf Coast Venues"]')).toHaveCount(1)
  await field(dialog, 'Partner Group').fill('Brand new group')
  await submit.click()
  await expect(dialog).toHaveCount(0)
  await expect(add).toBeFocused()
  await expectToast(page, 'User created successfully')
  await expect(row(email)).toContainText('Brand new group')
  expect((await portal.mail.mailTo(email)).subject).toBe('Welcome to the Partner Portal')

  await edit(`New ${lastName}`).click()
  const editing = page.getByRole('dialog', { name: 'Edit User' })
  await field(editing, 'Role').selectOption('')
  await editing.getByRole('button', { name: 'Update Role' }).click()
  await expect(editing.getByText('Please select a role')).toBeVisible()
  await expect(field(editing, 'Role')).toBeFocused()
  await expectNoAxeViolations(page, editing)
  await field(editing, 'Partner Group').fill('Half typed')
  await field(editing, 'Role').selectOption('Support')
  await editing.getByRole('button', { name: 'Update Role' }).click()
  await expect(toast(page)).toContainText('User role updated successfully')
  // The other form is not saved.
  await expect(field(editing, 'Partner Group')).toHaveValue('Half typed')
  await field(editing, 'Partner Group').fill('')
  await editing.getByRole('button', { name: 'Update Partner Group' }).click()
  await expect(editing).toHaveCount(0)
  await expect(edit(`New ${lastName}`)).toBeFocused()
  await expectToast(page, 'User partner group updated successfully')
  await expect(row(email).getByRole('cell').nth(3)).toHaveText(/Support$/)
  await expect(row(email).getByRole('cell').nth(5)).toHaveText(/None$/)

  // Another member of staff has changed the user meanwhile.
  const contested = people[0]
  await edit(`P01 ${lastName}`).click()
  await portal.db
    .update(users)
    .set({ partnerGroup: 'Theirs' })
    .where(eq(users.id, contested?.id ?? ''))
  await field(editing, 'Partner Group').fill('Mine')
  await editing.getByRole('button', { name: 'Update Partner Group' }).click()
  await expect(editing.getByRole('alert')).toContainText('Someone else changed this after you opened it.')
  await expect(field(editing, 'Partner Group')).toHaveValue('Mine')
  await expectNoAxeViolations(page, editing)
  await editing.getByRole('button', { name: 'Load latest version' }).click()
  await expect(field(editing, 'Partner Group')).toHaveValue('Theirs')
  await expect(editing.locator('[name=email]')).toBeFocused()
  await field(editing, 'Partner Group').fill('Mine')
  await field(editing, 'Role').selectOption('Support')
  // The second form waits for the first, and continues from its result.
  const gate = createGate()
  await page.route('**/partner-group', async (route) => {
    await gate.opened
    await route.continue()
  })
  await editing.getByRole('button', { name: 'Update Partner Group' }).click()
  const updateRole = editing.getByRole('button', { name: 'Update Role' })
  await expect(updateRole).toBeDisabled()
  gate.open()
  // Behind the dialog, hidden from screen readers.
  await expect(page.getByText('User partner group updated successfully', { exact: true })).toBeVisible()
  await updateRole.click()
  await expect(editing).toHaveCount(0)
  await expectToast(page, 'User role updated successfully')
  expect((await rowOf(portal, contested?.id ?? ''))?.role).toBe('support')
  expect((await rowOf(portal, contested?.id ?? ''))?.partnerGroup).toBe('Mine')

  // Support can neither change the role of an admin nor disable a user.
  await edit(`Chief ${lastName}`).click()
  await expect(editing).toContainText('Only admins can change the role of an admin.')
  await expect(field(editing, 'Role')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(more(`Chief ${lastName}`)).toHaveCount(0)
  // Nor when the user became an admin after the page was loaded.
  await edit(`P01 ${lastName}`).click()
  await page.route('**/role', async (route) => {
    const body = { ...route.request().postDataJSON(), role: 'admin' }
    await route.continue({ postData: JSON.stringify(body) })
  })
  await field(editing, 'Role').selectOption('User')
  await editing.getByRole('button', { name: 'Update Role' }).click()
  await expect(toast(page)).toContainText('Only admins can grant the admin role.')
  await expect(field(editing, 'Role')).toHaveValue('user')
  expect((await rowOf(portal, contested?.id ?? ''))?.role).toBe('support')
})

test('an admin grants a role, disables a user and enables the user again', async ({
  page,
  portal,
  signInAs,
  openBrowser,
  browserErrors,
}) => {
  browserErrors.allow(/status of 401 /)
  const { lastName, people } = await makeFamily(portal, 1)
  const me = await createUser(portal, { firstName: 'Me', lastName, role: 'admin' })
  const [{ id, email }] = people as [(typeof people)[number]]
  await signInAs(page, me)
  await page.goto(`/admin?tab=users&search=${lastName}`)
  const { row, edit, more } = management(page)
  const name = `P01 ${lastName}`

  await edit(`Me ${lastName}`).click()
  const editing = page.getByRole('dialog', { name: 'Edit User' })
  await expect(editing).toContainText('You cannot change your own role.')
  await page.keyboard.press('Escape')
  await more(`Me ${lastName}`).click()
  await expect(page.getByRole('menuitem', { name: 'You cannot disable your own account.' })).toBeDisabled()
  await page.keyboard.press('Escape')

  await edit(name).click()
  await field(editing, 'Role').selectOption('Admin')
  await editing.getByRole('button', { name: 'Update Role' }).click()
  await expectToast(page, 'User role updated successfully')
  await expect(row(email).getByRole('cell').nth(3)).toHaveText(/Admin$/)

  const theirs = await openBrowser()
  await signInAs(theirs, { id, role: 'admin' })
  expect((await theirs.request.get('/api/auth/user')).status()).toBe(200)
  await more(name).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  const question = page.getByRole('alertdialog', { name: `Disable ${name}?` })
  await expectNoAxeViolations(page, question)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(more(name)).toBeFocused()
  await more(name).click()
  await page.getByRole('menuitem', { name: 'Disable' }).click()
  await question.getByRole('button', { name: 'Disable' }).click()
  await expectToast(page, 'User disabled successfully')
  await expect(row(email)).toContainText('Disabled')
  expect((await theirs.request.get('/api/auth/user')).status()).toBe(401)

  await more(name).click()
  await page.getByRole('menuitem', { name: 'Enable' }).click()
  await expectToast(page, 'User enabled successfully')
  await expect(row(email)).not.toContainText('Disabled')
  expect((await rowOf(portal, id))?.disabledAt).toBeNull()
})

test('several users get a group and a new invitation by the keyboard alone', async ({
  page,
  portal,
  signInAs,
}) => {
  // The keyboard passes every stop of whole tables.
  test.setTimeout(120_000)
  const { lastName, people, nameOf } = await makeFamily(portal, 12)
  await portal.db
    .update(users)
    .set({ disabledAt: new Date() })
    .where(eq(users.id, people[0]?.id ?? ''))
  await signInAs(page, 'support@demo.test')
  await page.goto(`/admin?tab=users&search=${lastName}`)
  const { select, selectPage, count, pages, row } = management(page)
  const { press, check, fill } = keyboardInput(page)
  await expect(count).toHaveText('12 total users')

  // Newest first: two of this page, then all of the next, where one is disabled.
  await check(select(nameOf(12)))
  await check(select(nameOf(11)))
  await expect(count).toHaveText('2 selected')
  await expect(selectPage).toHaveJSProperty('indeterminate', true)
  await expectNoAxeViolations(page)
  await press(pages.getByRole('link', { name: 'Next' }))
  await expect(pages).toContainText('Showing 11 to 12 of 12 users')
  // A new page starts at its top, also for the focus.
  await expect(page.getByRole('table', { name: 'Users' })).toBeFocused()
  await expect(selectPage).not.toBeChecked()
  await check(selectPage)
  await expect(count).toHaveText('4 selected')

  await press(page.getByRole('button', { name: 'Set group…' }))
  const dialog = page.getByRole('dialog', { name: 'Set group for 4 users' })
  await expectNoAxeViolations(page, dialog)
  const group = `Keys ${lastName}`
  await fill(field(dialog, 'Partner Group'), group)
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(count).toHaveText('12 total users')
  // The focused element is gone, but the focus is not lost.
  await expect(page.getByRole('region', { name: 'User Management' }).locator(':focus')).toHaveCount(1)
  await expectToast(page, '4 users updated')
  await expect(row(people[0]?.email ?? '')).toContainText(group)

  await check(selectPage)
  await press(pages.getByRole('link', { name: 'Previous' }))
  await expect(pages).toContainText('Showing 1 to 10 of 12 users')
  await check(select(nameOf(12)))
  await expect(count).toHaveText('3 selected')
  await press(page.getByRole('button', { name: 'Resend invitation' }))
  const question = page.getByRole('alertdialog', { name: 'Resend the invitation to 3 users?' })
  await expectNoAxeViolations(page, question)
  await press(question.getByRole('button', { name: 'Resend invitation' }))
  await expect(toast(page)).toContainText('2 invitations on the way')
  await expect(toast(page)).toContainText('1 user skipped: disabled, or opted out of these emails.')
  await expect(page.getByRole('region', { name: 'User Management' }).locator(':focus')).toHaveCount(1)
  await expectToast(page, '2 invitations on the way')
  await expect(count).toHaveText('12 total users')
  for (const index of [1, 11]) {
    const mail = await portal.mail.mailTo(people[index]?.email ?? '')
    expect(mail.subject).toBe('Welcome to the Partner Portal')
    expect(mail.text).toContain('/api/login')
  }

  // The filters come back when the selection is cleared.
  await check(select(nameOf(12)))
  await expect(count).toHaveText('1 selected')
  await press(page.getByRole('button', { name: 'Clear', exact: true }))
  await expect(page.getByRole('region', { name: 'User Management' }).locator(':focus')).toHaveCount(1)
  await tabTo(management(page).group)
  await management(page).group.selectOption(group)
  await expect(count).toHaveText('4 total users')
  await expect(select(nameOf(12))).not.toBeChecked()
})

test('a user who got three invitations today is skipped, and staff see why', async ({
  page,
  portal,
  signInAs,
}) => {
  const { lastName, people, nameOf } = await makeFamily(portal, 2)
  const recipient = people[0]?.email ?? ''
  await portal.db
    .insert(emailNotificationLogs)
    .values(Array.from({ length: 3 }, () => ({ recipient, subject: 'Welcome', type: 'welcome' })))
  await signInAs(page, 'support@demo.test')
  await page.goto(`/admin?tab=users&search=${lastName}`)
  const { select } = management(page)
  const resend = async (count: string) => {
    await page.getByRole('button', { name: 'Resend invitation' }).click()
    const question = page.getByRole('alertdialog', { name: `Resend the invitation to ${count}?` })
    await expect(question).toContainText('or got 3 invitations in the last day.')
    await question.getByRole('button', { name: 'Resend invitation' }).click()
  }
  await select(nameOf(1)).check()
  await resend('1 user')
  await expect(toast(page)).toContainText('1 user skipped: 3 invitations sent in the last day.')
  await expectToast(page, 'No invitations sent')

  await select(nameOf(1)).check()
  await select(nameOf(2)).check()
  await resend('2 users')
  await expect(toast(page)).toContainText('1 user skipped: 3 invitations sent in the last day.')
  await expectToast(page, '1 invitation on the way')
})

test('a form with unsaved changes asks before Back or a reload leaves it', async ({ page, signInAs }) => {
  await signInAs(page, 'support@demo.test')
  await page.goto('/admin')
  await page.getByRole('link', { name: 'User Management' }).click()
  const add = page.getByRole('button', { name: 'Add User' })
  const dialog = page.getByRole('dialog', { name: 'Add User' })
  const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
  const goBack = () => page.evaluate(() => history.back())

  // Nothing is typed yet, so there is nothing to ask.
  await add.click()
  await expect(dialog).toBeVisible()
  await goBack()
  await expect(page).toHaveURL('/admin?tab=users')
  await expect(dialog).toHaveCount(0)

  await add.click()
  await field(dialog, 'First Name').fill('Nadia')
  for (const _ of [1, 2]) {
    await goBack()
    await expect(question).toBeVisible()
    await expect(page).toHaveURL('/admin?tab=users&add=new')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
    await expect(field(dialog, 'First Name')).toHaveValue('Nadia')
  }

  const reloadQuestion = page.waitForEvent('dialog')
  page.reload().catch(() => {})
  const asked = await reloadQuestion
  expect(asked.type()).toBe('beforeunload')
  await asked.dismiss()
  await expect(field(dialog, 'First Name')).toHaveValue('Nadia')

  await goBack()
  await question.getByRole('button', { name: 'Leave and discard' }).click()
  await expect(page).toHaveURL('/admin?tab=users')
  await expect(dialog).toHaveCount(0)
})
