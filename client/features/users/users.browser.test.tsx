import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { resetPasskeys } from '#contract/account/passkeys.ts'
import { endSessionsOfUser } from '#contract/account/sessions.ts'
import { getBelongings } from '#contract/handover.ts'
import { getAdminOverview, getAdminStats } from '#contract/overview.ts'
import { listPartnersWithUsers } from '#contract/partners/partners.ts'
import {
  type AdminUser,
  disableUser,
  enableUser,
  inviteUsers,
  listPartnerGroups,
  listUsers,
  setUserRole,
} from '#contract/users/users.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { overviewRow } from '#test/browser/overview-rows.ts'
import { admin, support } from '#test/browser/people.ts'
import { answer, type Call, createGate, refusal } from '#test/browser/portal-responses.ts'
import { reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { expectToast } from '#test/browser/steps.ts'
import { userRow } from '#test/browser/user-rows.ts'

const [one, two] = [
  userRow({ firstName: 'Ann', lastName: 'Lee' }),
  userRow({ firstName: 'Ben', lastName: 'Lee' }),
]
const both = { users: [one, two], total: 2 }
const card = page.getByRole('region', { name: 'User Management' })
const alert = page.getByRole('alert')
const toast = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')
const edit = page.getByRole('button', { name: 'Edit Ann Lee' })
const nobody = page.getByText('No users found matching your criteria')

test('a list that fails to load shows an error, and Retry loads it', async () => {
  answer(listPartnerGroups, [])
  answer(listUsers, refusal('internal'))
  await showPortal('/admin?tab=users', support)
  await expect.element(alert).toMatchTextContent('Failed to Load Users')
  await expect.element(alert).toMatchTextContent('Unable to load user data. Please try refreshing the page.')
  answer(listUsers, both)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect.element(card.getByText('2 total users')).toBeVisible()

  // If a later read fails, the earlier rows stay, with an alert.
  answer(listUsers, refusal('internal'))
  answer(setUserRole, one)
  await edit.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Update Role' }).click()
  await expect.element(alert).toMatchTextContent('Failed to fetch users')
  await expect.element(edit).toBeVisible()
  answer(listUsers, both)
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect.element(alert).not.toBeInTheDocument()
})

test('while the next filter loads, the empty result of the previous one is not shown', async () => {
  answer(listPartnerGroups, ['Coast'])
  answer(listUsers, { users: [], total: 0 })
  await showPortal('/admin?tab=users&role=support&group=Coast', support)
  await expect.element(nobody).toBeVisible()
  await expect.element(page.getByRole('navigation', { name: 'Pages of users' })).not.toBeInTheDocument()
  const gate = createGate()
  answer(listUsers, async () => {
    await gate.opened
    return { users: [one], total: 1 }
  })
  await page.getByRole('combobox', { name: 'Partner Group' }).selectOptions('')
  await expect.element(page.getByRole('table', { name: 'Users' })).toHaveAttribute('aria-busy', 'true')
  await expect.element(nobody).not.toBeInTheDocument()
  gate.open()
  await expect.element(card.getByText('1 total user')).toBeVisible()
})

test('support can neither change the role of an admin nor disable a user', async () => {
  answer(listPartnerGroups, [])
  answer(listUsers, { users: [userRow({ firstName: 'Chief', lastName: 'Lee', role: 'admin' })], total: 1 })
  await showPortal('/admin?tab=users', support)
  await page.getByRole('button', { name: 'Edit Chief Lee' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit User' })
  await expect.element(editing).toMatchTextContent('Only admins can change the role of an admin.')
  await expect.element(editing.getByLabelText(/^Role/)).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('button', { name: 'More actions for Chief Lee' }))
    .not.toBeInTheDocument()
  answer(listUsers, both)
  await reloadPortal()
  await page.getByRole('button', { name: 'More actions for Ann Lee' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'Only admins can disable users.' })).toBeDisabled()
})

test('an admin can neither change their own role nor disable their own account', async () => {
  answer(listPartnerGroups, [])
  const me = userRow({ id: admin.id, role: admin.role, firstName: 'Me', lastName: 'Lee' })
  answer(listUsers, { users: [me], total: 1 })
  await showPortal('/admin?tab=users', admin)
  await page.getByRole('button', { name: 'Edit Me Lee' }).click()
  await expect
    .element(page.getByRole('dialog', { name: 'Edit User' }))
    .toMatchTextContent('You cannot change your own role.')
  await page.getByRole('dialog', { name: 'Edit User' }).getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'More actions for Me Lee' }).click()
  await expect
    .element(page.getByRole('menuitem', { name: 'You cannot disable your own account.' }))
    .toBeDisabled()
})

test('an admin grants a role, disables and enables a user, and ends sessions and passkeys after a question', async () => {
  let user = one
  const change = (fields: Partial<AdminUser>) => {
    user = { ...user, ...fields }
    return user
  }
  const calls: string[] = []
  const record = ({ params }: Call, what: string) => calls.push(`${what} ${params.userId === one.id}`)
  answer(listPartnerGroups, [])
  answer(listUsers, () => ({ users: [user], total: 1 }))
  answer(setUserRole, ({ body }) => change({ role: (body as AdminUser).role }))
  answer(disableUser, () => change({ disabledAt: '2026-11-20T15:00:00.000Z' }))
  answer(enableUser, () => change({ disabledAt: null }))
  answer(getBelongings, { name: 'Ann Lee', counts: {}, apiTokens: [] })
  answer(endSessionsOfUser, (call) => {
    record(call, 'end')
    return { ended: 1 }
  })
  answer(resetPasskeys, (call) => {
    record(call, 'reset')
    return undefined
  })
  await showPortal('/admin?tab=users', admin)
  const row = page.getByRole('row').filter({ hasText: one.email })
  const more = page.getByRole('button', { name: 'More actions for Ann Lee' })
  const choose = async (item: string) => {
    await more.click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await edit.click()
  const editing = page.getByRole('dialog', { name: 'Edit User' })
  await editing.getByLabelText(/^Role/).selectOptions('Admin')
  await editing.getByRole('button', { name: 'Update Role' }).click()
  await expectToast('User role updated successfully')
  await expect.element(row.getByRole('cell').nth(3)).toMatchTextContent('Admin')

  const question = (title: string) => page.getByRole('alertdialog', { name: title })
  // Ann is staff by now, so the dialog would ask who takes over her work.
  const disabling = page.getByRole('dialog', { name: 'Disable Ann Lee?' })
  await choose('Disable')
  await expectNoAxeViolations(disabling)
  await disabling.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(more).toHaveFocus()
  await choose('Disable')
  await disabling.getByRole('button', { name: 'Disable' }).click()
  await expectToast('User disabled successfully')
  await expect.element(row.getByText('Disabled', { exact: true })).toBeVisible()
  await choose('Enable')
  await expectToast('User enabled successfully')
  await expect.element(row.getByText('Disabled', { exact: true })).not.toBeInTheDocument()

  await choose('End sessions')
  await question('End all sessions of Ann Lee?').getByRole('button', { name: 'End sessions' }).click()
  await expectToast('1 session ended')
  await choose('Reset passkeys')
  await question('Reset passkeys of Ann Lee?').getByRole('button', { name: 'Reset passkeys' }).click()
  await expectToast('Passkeys reset')
  expect(calls).toEqual(['end true', 'reset true'])
})

test('a user who got three invitations today is skipped, and staff see why', async () => {
  answer(listPartnerGroups, [])
  answer(listUsers, both)
  await showPortal('/admin?tab=users', support)
  const select = async (...names: string[]) => {
    for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).click()
  }
  const resend = async (count: string) => {
    await page.getByRole('button', { name: 'Resend invitation' }).click()
    const question = page.getByRole('alertdialog', { name: `Resend the invitation to ${count}?` })
    await expect.element(question).toMatchTextContent('or got 3 invitations in the last day.')
    await question.getByRole('button', { name: 'Resend invitation' }).click()
  }
  const skipped = '1 user skipped: 3 invitations sent in the last day.'
  await select('Ann Lee')
  answer(inviteUsers, { queued: 0, skipped: 0, limited: 1 })
  await resend('1 user')
  await expect.element(toast).toHaveTextContent(`No invitations sent${skipped}`)

  await select('Ann Lee', 'Ben Lee')
  answer(inviteUsers, { queued: 1, skipped: 0, limited: 1 })
  await resend('2 users')
  await expect.element(toast).toHaveTextContent(`1 invitation on the way${skipped}`)
})

test('a form with unsaved changes asks before Back or a reload leaves it', async () => {
  answer(listPartnersWithUsers, { page: [], total: 0 })
  answer(getAdminOverview, overviewRow())
  answer(getAdminStats, { total: 0, pending: 0, documentsCompleted: 0, approved: 0 })
  answer(listPartnerGroups, [])
  answer(listUsers, both)
  await showPortal('/admin', support)
  await page.getByRole('link', { name: 'User Management' }).click()
  const add = card.getByRole('button', { name: 'Add User' })
  const dialog = page.getByRole('dialog', { name: 'Add User' })
  const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
  const firstName = dialog.getByLabelText(/^First Name/)
  const address = () => location.pathname + location.search

  // Nothing is typed yet, so there is nothing to ask.
  await add.click()
  await expect.element(dialog).toBeVisible()
  history.back()
  await expect.poll(address).toBe('/admin?tab=users')
  await expect.element(dialog).not.toBeInTheDocument()

  await add.click()
  await firstName.fill('Nadia')
  for (const _ of [1, 2]) {
    history.back()
    await expect.element(question).toBeVisible()
    expect(address()).toBe('/admin?tab=users&add=new')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(firstName).toHaveValue('Nadia')
  }

  // A browser sends this event to a page before it reloads it.
  const reload = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(reload)
  expect(reload.defaultPrevented).toBe(true)
  await expect.element(firstName).toHaveValue('Nadia')

  history.back()
  await question.getByRole('button', { name: 'Leave and discard' }).click()
  await expect.poll(address).toBe('/admin?tab=users')
  await expect.element(dialog).not.toBeInTheDocument()
})
