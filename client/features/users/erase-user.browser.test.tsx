import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listTeam } from '#contract/chat/inbox.ts'
import { getBelongings, handOver } from '#contract/handover.ts'
import { eraseUser, getErasure } from '#contract/users/erasure.ts'
import { listPartnerGroups, listUsers } from '#contract/users/users.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { admin, profile, support } from '#test/browser/people.ts'
import { answer } from '#test/browser/portal-responses.ts'
import { showPortal } from '#test/browser/screen.tsx'
import { expectToast, field, texts } from '#test/browser/steps.ts'
import { userRow } from '#test/browser/user-rows.ts'

test('an admin erases a user who has signed, and removes a user who was added by mistake', async () => {
  const [ann, ben] = [
    userRow({
      firstName: 'Ann',
      lastName: 'Lee',
      partner: { id: profile.id, businessName: 'Harborview Hall', role: 'owner' },
    }),
    userRow({ firstName: 'Ben', lastName: 'Lee' }),
  ]
  let users = [ann, ben]
  const none = { ...{ openAgreements: 0, tasks: 0, activations: 0, messages: 0, files: 0 }, emails: 0 }
  const nothing = {
    ...none,
    hasSignedIn: false,
    hasProfile: false,
    otherMembers: 0,
    signedAgreements: 0,
    payments: 0,
    teamMessages: 0,
  }
  const signed = {
    ...nothing,
    hasSignedIn: true,
    hasProfile: true,
    otherMembers: 2,
    openAgreements: 1,
    tasks: 1,
  }
  const sent: unknown[] = []
  const { id, firstName, lastName, email } = support
  answer(listTeam, [{ id, firstName, lastName, email, present: true, profileImageUrl: null }])
  answer(getBelongings, ({ params }) => ({
    name: 'Ann Lee',
    counts: params.userId === ann.id ? { partners: 120 } : {},
    apiTokens: [],
  }))
  answer(handOver, ({ body }) => {
    sent.push(body)
    return { handedOver: { partners: 120 } }
  })
  answer(listPartnerGroups, [])
  answer(listUsers, () => ({ users, total: users.length }))
  answer(getErasure, ({ params }) =>
    params.userId === ann.id ? { ...signed, signedAgreements: 2 } : nothing,
  )
  answer(eraseUser, ({ params, body }) => {
    sent.push(body)
    const [erasedAt, firstName, lastName] = ['2026-11-20T15:00:00.000Z', 'Erased', 'user']
    users =
      params.userId === ann.id
        ? [{ ...ann, erasedAt, disabledAt: erasedAt, firstName, lastName }, ben]
        : users.slice(0, 1)
    return nothing
  })
  await showPortal('/admin?tab=users', admin)
  const open = async (name: string) => {
    await page.getByRole('button', { name: `More actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'Erase', exact: true }).click()
  }
  await open('Ann Lee')
  const dialog = page.getByRole('dialog', { name: 'Erase Ann Lee?' })
  const lines = (heading: string) =>
    texts(dialog.getByRole('region', { name: heading }).getByRole('listitem'))
  await expect
    .poll(() => lines('Erased'))
    .toEqual([
      ...['Name, email address and sign-in', 'Partner profile and activity', '2 memberships of other people'],
      ...['1 unsigned agreement', '1 task'],
    ])
  expect(lines('Kept')).toEqual([
    '2 signed agreements, with their signatures: evidence of what was agreed',
    expect.stringMatching(/^Audit log, with name and email/),
  ])
  const typed = field(dialog, `Type ${ann.email} to confirm`)
  const submit = dialog.getByRole('button', { name: 'Erase permanently' })
  await submit.click()
  await expect.element(dialog.getByText("Type the user's email address", { exact: true })).toBeVisible()
  await expectNoAxeViolations(dialog)
  await typed.fill(ben.email)
  await expect.element(dialog.getByText("This is not the user's email address.")).toBeVisible()
  await expect.element(typed).toHaveFocus()
  await dialog.getByLabelText('Who takes it over').selectOptions(support.id)
  await typed.fill(ann.email.toUpperCase())
  await submit.click()
  await expectToast('User erased')
  await expect.element(dialog).not.toBeInTheDocument()
  // The erased user is still listed, and cannot be enabled.
  await expect.element(page.getByText('Erased', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'More actions for Erased user' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'This user has been erased.' })).toBeDisabled()
  await userEvent.keyboard('{Escape}')

  await open('Ben Lee')
  const simple = page.getByRole('dialog', { name: 'Remove Ben Lee?' })
  await expect.element(simple).toMatchTextContent('They have never signed in and have no data in the portal.')
  await simple.getByRole('button', { name: 'Remove user' }).click()
  await expectToast('User removed')
  await expect.element(page.getByRole('row').filter({ hasText: ben.email })).not.toBeInTheDocument()
  expect(sent).toEqual([
    { toUserId: support.id, what: ['partners'] },
    { email: ann.email.toUpperCase() },
    { email: ben.email },
  ])
})
