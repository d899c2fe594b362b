import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { users } from '#server/db/schema/users.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { field, keyboardInput, tabTo } from './input-methods.ts'
import type { Portal } from './portal.ts'
import { createGate } from './requests.ts'
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

  await page.goBack()
  await expect(pages).toContainText('Showing 11 to 20 of 23 users')
  await role.selectOption('Support')
  await expect(page.getByText('No users found matching your criteria')).toBeVisible()
  await expect(pages).toHaveCount(0)
  await groupFilter.selectOption('')
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

test('support adds a user, and changes role and group one after the other without overwriting others', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409 .*\/api\/admin\/users/)
  const { lastName, people } = await makeFamily(portal, 1, 'Gulf Coast Venues')
  await signInAs(page, 'support@demo.test')
  await page.goto(`/admin?tab=users&search=${lastName}`)
  const { row, count, edit } = management(page)
  await expect(count).toHaveText('1 total user')

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
  await expectNoAxeViolations(page, page.getByRole('region', { name: 'User Management' }))
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
  await press(question.getByRole('button', { name: 'Resend invitation' }))
  await expect(toast(page)).toContainText('2 invitations on the way')
  await expect(toast(page)).toContainText('1 user skipped: disabled, or opted out of these emails.')
  await expect(page.getByRole('region', { name: 'User Management' }).locator(':focus')).toHaveCount(1)
  await expectToast(page, '2 invitations on the way')
  await expect(count).toHaveText('12 total users')

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
