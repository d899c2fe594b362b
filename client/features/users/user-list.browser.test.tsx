import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getBelongings } from '#contract/handover.ts'
import {
  type AdminUser,
  createUser,
  getUser,
  inviteUsers,
  listPartnerGroups,
  listUsers,
  setGroupOfUsers,
  setUserGroup,
  setUserRole,
} from '#contract/users/users.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { tabTo } from '#test/browser/keyboard.ts'
import { profile, support } from '#test/browser/people.ts'
import { answer, type Call, createGate, refusal } from '#test/browser/portal-responses.ts'
import { reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { address, expectToast, field, texts } from '#test/browser/steps.ts'
import { userRow } from '#test/browser/user-rows.ts'

const card = page.getByRole('region', { name: 'User Management' })
const pages = page.getByRole('navigation', { name: 'Pages of users' })
const rowOf = ({ email }: AdminUser) => page.getByRole('row').filter({ hasText: email })
const question = page.getByRole('alertdialog')

/** Creates users with the same last name. */
const family = (count: number, more: Partial<AdminUser> = {}) =>
  Array.from({ length: count }, (_, index) =>
    userRow({ firstName: `P${String(index + 1).padStart(2, '0')}`, lastName: 'Lee', ...more }),
  )
const pageOf = ({ query }: Call, users: AdminUser[]) => {
  const [at, size] = [Number(query.get('page') ?? 1), Number(query.get('limit'))]
  return { users: users.slice((at - 1) * size, at * size), total: users.length }
}

test('support filters users by name, role, status and group in pages, and the address contains the filters', async () => {
  const users = family(23, { partnerGroup: 'Coast' })
  users[0] = {
    ...(users[0] as AdminUser),
    hasPartnerProfile: true,
    partner: { id: profile.id, businessName: 'Harborview Hall', role: 'owner' },
  }
  users[1] = { ...(users[1] as AdminUser), disabledAt: '2026-11-20T15:00:00.000Z' }
  let asked: Record<string, string> = {}
  answer(listPartnerGroups, ['Coast'])
  answer(listUsers, (call) => {
    const { limit: _limit, page: _page, ...rest } = Object.fromEntries(call.query)
    asked = rest
    return pageOf(call, rest.role === 'support' ? [] : users)
  })
  await showPortal('/admin?tab=users&page=2', support)
  await expect.element(pages).toMatchTextContent('Showing 11 to 20 of 23 users')
  await page.getByRole('searchbox', { name: 'Search users by name or email' }).fill('lee')
  // A change of the search returns to the first page.
  await expect.element(pages).toMatchTextContent('Showing 1 to 10 of 23 users')
  expect(texts(page.getByRole('columnheader'))).toEqual([
    ...[
      'Select all on this page',
      'Name',
      'Email',
      'Role',
      'Partner Status',
      'Partner Group',
      'Created',
      'Actions',
    ],
  ])
  const [ann, ben] = users as [AdminUser, AdminUser]
  await expect.element(rowOf(ann)).toMatchTextContent(/Has Profile/)
  await expect
    .element(page.getByRole('link', { name: 'Partner details of P01 Lee' }))
    .toHaveAttribute('href', `/admin?tab=users&search=lee&partner=${profile.id}`)
  await expect.element(rowOf(ben)).toMatchTextContent(/Disabled.*No Profile.*Coast/)
  await expect
    .element(page.getByRole('link', { name: 'Create partner for P02 Lee' }))
    .toHaveAttribute('href', `/admin?tab=partners&add=${ben.id}`)
  for (const [label, option] of [
    ['Role', 'User'],
    ['Partner Status', 'Has Profile'],
    ['Partner Group', 'Coast'],
  ] as const) {
    await page.getByRole('combobox', { name: label, exact: true }).selectOptions(option)
  }
  const narrowed = { search: 'lee', role: 'user', profile: 'has', partnerGroup: 'Coast' }
  await expect.poll(() => asked).toEqual(narrowed)
  for (const _ of [1, 2]) await pages.getByRole('link', { name: 'Next' }).click()
  await expect.element(pages).toMatchTextContent('Showing 21 to 23 of 23 users')
  await reloadPortal()
  await expect.element(pages).toMatchTextContent('Showing 21 to 23 of 23 users')
  expect(asked).toEqual(narrowed)
  history.back()
  await expect.element(pages).toMatchTextContent('Showing 11 to 20 of 23 users')
  await page.getByRole('combobox', { name: 'Role', exact: true }).selectOptions('Support')
  await expect.element(page.getByText('No users found matching your criteria')).toBeVisible()
  expect(address()).not.toContain('page=')

  // The address names a page after the last one.
  history.replaceState(null, '', '/admin?tab=users&page=40&role=nobody')
  await reloadPortal()
  await expect.element(pages).toMatchTextContent('Showing 21 to 23 of 23 users')
  await expect.poll(address).toContain('page=3')
})

test('support adds a user, and changes role and group one after the other without overwriting changes by others', async () => {
  let users = family(1, { partnerGroup: 'Coast' })
  const change = (fields: Partial<AdminUser>) => {
    const at = new Date(Date.parse(users[0]?.updatedAt ?? '') + 1000).toISOString()
    users = [{ ...(users[0] as AdminUser), ...fields, updatedAt: at }, ...users.slice(1)]
    return users[0] as AdminUser
  }
  const taken = 'A user with this email already exists.'
  const isOutdated = (body: unknown) => (body as AdminUser).updatedAt !== users[0]?.updatedAt
  const gate = createGate()
  answer(listPartnerGroups, ['Coast'])
  answer(listUsers, (call) => pageOf(call, users))
  answer(getUser, () => users[0] as AdminUser)
  answer(getBelongings, { name: 'P01 Lee', counts: {}, apiTokens: [] })
  answer(createUser, ({ body }) => {
    const { email, firstName, partnerGroup } = body as AdminUser
    if (email.toLowerCase() === users[0]?.email) return refusal('conflict', taken, { email: taken })
    users = [userRow({ email, firstName, lastName: 'Lee', partnerGroup }), ...users]
    return users[0] as AdminUser
  })
  answer(setUserRole, ({ body }) => change({ role: (body as AdminUser).role }))
  answer(setUserGroup, async ({ body }) => {
    if (isOutdated(body)) return refusal('conflict', 'Someone else has changed this.')
    if ((body as AdminUser).partnerGroup === 'Mine') await gate.opened
    return change({ partnerGroup: (body as AdminUser).partnerGroup })
  })
  await showPortal('/admin?tab=users', support)
  const add = card.getByRole('button', { name: 'Add User' })
  await add.click()
  const dialog = page.getByRole('dialog', { name: 'Add User' })
  await expect
    .element(dialog)
    .toMatchTextContent(/We'll email them a sign-in link\..*Only admins can grant the admin role\./)
  expect(texts(field(dialog, 'Role').getByRole('option'))).toEqual(['User', 'Support'])
  const submit = dialog.getByRole('button', { name: 'Add User' })
  await submit.click()
  await expect.element(dialog.getByText('Valid email is required')).toBeVisible()
  await expect.element(field(dialog, 'Email')).toHaveFocus()
  await expectNoAxeViolations(dialog)
  await field(dialog, 'Email').fill(users[0]?.email.toUpperCase() ?? '')
  await field(dialog, 'First Name').fill('New')
  await submit.click()
  await expect.element(dialog.getByText(taken)).toBeVisible()
  await expect.element(field(dialog, 'Email')).toHaveFocus()
  // Typed values are discarded only after a question.
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(field(dialog, 'First Name')).toHaveValue('New')
  await field(dialog, 'Email').fill('new@example.com')
  expect(dialog.element().querySelectorAll('datalist option[value=Coast]')).toHaveLength(1)
  await field(dialog, 'Partner Group').fill('Brand new group')
  await submit.click()
  await expectToast('User created successfully')
  await expect.element(add).toHaveFocus()
  const row = page.getByRole('row').filter({ hasText: 'new@example.com' })
  await expect.element(row).toMatchTextContent(/Brand new group/)

  const edit = page.getByRole('button', { name: 'Edit New Lee' })
  const editing = page.getByRole('dialog', { name: 'Edit User' })
  const updateRole = editing.getByRole('button', { name: 'Update Role' })
  const updateGroup = editing.getByRole('button', { name: 'Update Partner Group' })
  await edit.click()
  await field(editing, 'Role').selectOptions('')
  await updateRole.click()
  await expect.element(editing.getByText('Please select a role')).toBeVisible()
  await expect.element(field(editing, 'Role')).toHaveFocus()
  await expectNoAxeViolations(editing)
  await field(editing, 'Partner Group').fill('Half typed')
  await field(editing, 'Role').selectOptions('Support')
  await updateRole.click()
  await expect.poll(() => users[0]?.role).toBe('support')
  // Saving one form does not save the other.
  await expect.element(updateGroup).toBeEnabled()
  await expect.element(field(editing, 'Partner Group')).toHaveValue('Half typed')
  await field(editing, 'Partner Group').fill('')
  await updateGroup.click()
  await expect.element(editing).not.toBeInTheDocument()
  await expect.element(edit).toHaveFocus()
  await expect.element(row).toMatchTextContent(/Support.*None/)

  // Another member of staff has changed the user meanwhile.
  await edit.click()
  change({ partnerGroup: 'Theirs' })
  await field(editing, 'Partner Group').fill('Mine')
  await updateGroup.click()
  await expect.element(editing.getByRole('alert')).toMatchTextContent('Someone else has changed this.')
  await expect.element(field(editing, 'Partner Group')).toHaveValue('Mine')
  await editing.getByRole('button', { name: 'Load latest version' }).click()
  await expect.element(field(editing, 'Partner Group')).toHaveValue('Theirs')
  await field(editing, 'Partner Group').fill('Mine')
  await field(editing, 'Role').selectOptions('User')
  // The second form waits for the first, and continues from its result.
  await updateGroup.click()
  await expect.element(updateRole).toBeDisabled()
  gate.open()
  await expect.element(updateRole).toBeEnabled()
  await updateRole.click()
  await expect.element(editing).not.toBeInTheDocument()
  expect(users[0]).toMatchObject({ role: 'user', partnerGroup: 'Mine' })
})

test('several users on several pages get a group and a new invitation by keyboard, and the focus keeps its place', async () => {
  let users = family(12)
  const idsOf = (...indexes: number[]) => indexes.map((index) => users[index]?.id)
  answer(listPartnerGroups, [])
  answer(listUsers, (call) => pageOf(call, users))
  answer(setGroupOfUsers, ({ body }) => {
    const { userIds, partnerGroup } = body as { userIds: string[]; partnerGroup: string }
    expect(userIds).toEqual(idsOf(0, 1, 10, 11))
    users = users.map((user) => (userIds.includes(user.id) ? { ...user, partnerGroup } : user))
    return { changed: userIds.length }
  })
  answer(inviteUsers, ({ body }) => {
    expect(body).toEqual({ userIds: idsOf(0) })
    return { queued: 1, skipped: 1, limited: 0 }
  })
  await showPortal('/admin?tab=users', support)
  const count = card.getByRole('status').first()
  const select = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
  const selectPage = page.getByRole('table').getByRole('checkbox', { name: 'Select all on this page' })
  const press = async (target: typeof count, key = '{Enter}') => {
    await tabTo(target)
    await userEvent.keyboard(key)
  }
  /** Turns the page without many presses of Tab: the rows before the links are not part of this test. */
  const turn = async (name: string) => {
    ;(pages.getByRole('link', { name }).element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
  }
  await expect.element(count).toHaveTextContent('12 total users')
  await select('P01 Lee').click()
  await select('P02 Lee').click()
  await expect.element(count).toHaveTextContent('2 selected')
  expect(selectPage.element()).toHaveProperty('indeterminate', true)
  await expectNoAxeViolations(card)
  await turn('Next')
  // A new page is shown from its top, where the focus is, too.
  await expect.element(page.getByRole('table', { name: 'Users' })).toHaveFocus()
  await selectPage.click()
  await expect.element(count).toHaveTextContent('4 selected')
  await press(page.getByRole('button', { name: 'Set group…' }))
  const dialog = page.getByRole('dialog', { name: 'Set group for 4 users' })
  await expectNoAxeViolations(dialog)
  await press(field(dialog, 'Partner Group'), 'Keys{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(count).toHaveTextContent('12 total users')
  // The focused element is gone, but the focus stays in the card.
  await expect.poll(() => card.element().contains(document.activeElement)).toBe(true)
  await expectToast('4 users updated')
  await expect.element(rowOf(users[11] as AdminUser)).toMatchTextContent(/Keys/)

  await turn('Previous')
  await select('P01 Lee').click()
  await press(page.getByRole('button', { name: 'Resend invitation' }))
  await press(question.getByRole('button', { name: 'Resend invitation' }))
  await expect
    .element(page.getByText('1 user skipped: disabled, or opted out of these emails.'))
    .toBeVisible()
  await expect.poll(() => card.element().contains(document.activeElement)).toBe(true)
  // The filters come back when the selection is cleared.
  await select('P01 Lee').click()
  await press(page.getByRole('button', { name: 'Clear', exact: true }))
  await tabTo(page.getByRole('combobox', { name: 'Partner Group', exact: true }))
  await expect.element(select('P01 Lee')).not.toBeChecked()
})
