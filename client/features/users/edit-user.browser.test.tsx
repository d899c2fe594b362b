import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listPasskeys } from '#contract/account/passkeys.ts'
import { requestStepUpCode, stepUpByCode } from '#contract/account/step-up.ts'
import { getSignInOptions } from '#contract/sign-in.ts'
import { listPartnerGroups, listUsers, setUserRole, updateUser } from '#contract/users/users.ts'
import { admin } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { showPortal } from '#test/browser/screen.tsx'
import { expectToast } from '#test/browser/steps.ts'
import { userRow } from '#test/browser/user-rows.ts'

const user = userRow({ firstName: 'Ann', lastName: 'Lee' })
const form = page.getByRole('dialog', { name: 'Edit User' })

const openForm = async () => {
  answer(listPartnerGroups, [])
  answer(listUsers, { users: [user], total: 1 })
  await showPortal('/admin?tab=users', admin)
  await page.getByRole('button', { name: 'Edit Ann Lee' }).click()
}

test('staff change the name and the email of a user', async () => {
  answer(updateUser, ({ params, body }) => {
    expect(params.userId).toBe(user.id)
    expect(body).toMatchObject({ firstName: 'Nora', lastName: 'Lee', email: 'nora@example.com' })
    return { ...user, firstName: 'Nora' }
  })
  await openForm()
  await form.getByRole('textbox', { name: 'First Name' }).fill('Nora')
  await form.getByRole('textbox', { name: 'Email' }).fill('nora@example.com')
  await form.getByRole('button', { name: 'Update Name and Email' }).click()
  await expectToast('User updated successfully')
})

test('granting admin asks for a code, and keeps what was chosen when nothing is confirmed', async () => {
  const needed = () => refusal('step_up_required', "Confirm that it's you, and try again.")
  answer(setUserRole, needed)
  answer(listPasskeys, [])
  answer(getSignInOptions, { email: true, provider: false, demo: null })
  answer(requestStepUpCode, { minutes: 10 })
  answer(stepUpByCode, () => {
    answer(setUserRole, user)
    return undefined
  })
  await openForm()
  const role = form.getByLabelText(/^Role/)
  const update = form.getByRole('button', { name: 'Update Role' })
  const confirmation = page.getByRole('dialog', { name: "Confirm that it's you" })
  await role.selectOptions('Admin')
  await update.click()
  await expect.element(confirmation.getByLabelText('Code')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expectToast('Not confirmed')
  await expect.element(role).toHaveValue('admin')
  await expect.element(update).toHaveFocus()
  await update.click()
  await confirmation.getByLabelText('Code').fill('3467-9BCD')
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expectToast('User role updated successfully')
})
