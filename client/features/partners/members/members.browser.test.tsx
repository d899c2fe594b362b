import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listPasskeys } from '#contract/account/passkeys.ts'
import { requestStepUpCode, stepUpByCode } from '#contract/account/step-up.ts'
import { getCalendar } from '#contract/calendar.ts'
import { getConversation } from '#contract/chat/inbox.ts'
import {
  inviteMember,
  listMembers,
  listMembersOf,
  type Member,
  offerOwnership,
  removeMember,
  resendInvitation,
  setOwner,
  updateMember,
  withdrawOwnership,
} from '#contract/partners/members.ts'
import { startImpersonation } from '#contract/session/impersonation.ts'
import { type CurrentUser, getCurrentUser } from '#contract/session/session.ts'
import { getSignInOptions } from '#contract/sign-in.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { memberRow, ownerRow } from '#test/browser/member-rows.ts'
import { adminPartner } from '#test/browser/partner-rows.ts'
import { member, partner, profile, support } from '#test/browser/people.ts'
import { answer, callsSoFar, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome } from '#test/browser/staff-home.ts'
import { chooseAction, expectToast, field, row, section, texts } from '#test/browser/steps.ts'

const account = page.getByRole('dialog', { name: 'Account and security' })
const inviting = page.getByRole('dialog', { name: 'Invite a person' })
const asking = page.getByRole('alertdialog')
const changedMeanwhile = 'Someone else changed this after you opened it.'
const people = section(`People of ${profile.businessName}`)
const names = () => texts(people.getByRole('heading', { level: 3 }))

const mara = memberRow()
const joel = memberRow({
  id: '88888888-8888-4888-8888-888888888888',
  userId: null,
  email: 'joel@example.com',
  firstName: null,
  lastName: null,
  title: null,
  canSign: true,
  acceptedAt: null,
  lastSeenAt: null,
})

/** Answers like a server that stores the people of a partner. */
const answerMembers = (...rows: Member[]) => {
  let members = [ownerRow, ...rows]
  const change = (id: string | undefined, fields: Partial<Member>) => {
    const found = members.find((each) => each.id === id)
    if (!found) return refusal('not_found')
    const changed = { ...found, ...fields, updatedAt: new Date().toISOString() }
    members = members.map((each) => (each === found ? changed : each))
    return changed
  }
  answerEmptyHome()
  answer(getCalendar, { days: [] })
  for (const endpoint of [listMembers, listMembersOf]) answer(endpoint, () => members)
  const add = ({ email, firstName, lastName, title, canSign }: Member) => {
    const known = { firstName: firstName || null, lastName: lastName || null, title: title || null }
    const invited = { ...joel, ...known, email, canSign, id: crypto.randomUUID() }
    members = [...members, invited]
    return invited
  }
  answer(inviteMember, ({ body }) => add(body as Member))
  answer(updateMember, ({ params, body }) => {
    const { updatedAt, ...fields } = body as Member
    const isCurrent = members.some((each) => each.id === params.id && each.updatedAt === updatedAt)
    return isCurrent ? change(params.id, fields) : refusal('conflict', changedMeanwhile)
  })
  answer(resendInvitation, ({ params }) => change(params.id, {}))
  answer(removeMember, ({ params }) => {
    members = members.filter(({ id }) => id !== params.id)
    return undefined
  })
  answer(withdrawOwnership, ({ params }) => change(params.id, { isOfferedOwnership: false }))
  return { add, change, members: () => members }
}

/** Answers the next step-up with a code that is right. */
const answerStepUp = () => {
  answer(listPasskeys, [])
  answer(getSignInOptions, { email: true, provider: false, demo: null })
  answer(requestStepUpCode, { minutes: 10 })
  answer(stepUpByCode, undefined)
}

const confirmByCode = async () => {
  const confirmation = page.getByRole('dialog', { name: "Confirm that it's you" })
  await confirmation.getByLabelText('Code').fill('3467-9BCD')
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
}

test('an owner invites somebody who may sign, after the server refused a known address and asked for a proof', async () => {
  const server = answerMembers()
  answerStepUp()
  await showPortal('/?account=people', partner)
  await expect.poll(names).toEqual(['Paula Ortega'])
  await people.getByRole('button', { name: 'Invite a person' }).click()
  await expect.element(field(inviting, 'Email')).toHaveFocus()
  await expectNoAxeViolations(inviting)
  await inviting.getByRole('button', { name: 'Send invitation' }).click()
  await expect.element(field(inviting, 'Email')).toHaveAccessibleDescription('Enter an email address')

  const known = 'This address belongs to this partner already.'
  const add = vi.fn<() => Response>(() => refusal('conflict', known, { email: known }))
  answer(inviteMember, add)
  await field(inviting, 'Email').fill(partner.email)
  await userEvent.keyboard('{Enter}')
  await expect.element(field(inviting, 'Email')).toHaveAccessibleDescription(known)
  await expect.element(field(inviting, 'Email')).toHaveFocus()
  expect(page.getByText('Error', { exact: true }).elements()).toHaveLength(0)

  const tooMany = 'You have sent 20 invitations within a day. Try again tomorrow.'
  answer(inviteMember, refusal('too_many_requests', tooMany))
  await field(inviting, 'Email').fill('sam@example.com')
  await field(inviting, 'Title').fill('Regional manager')
  await inviting.getByRole('checkbox', { name: /^May sign agreements/ }).click()
  await userEvent.keyboard('{Enter}')
  await expectToast(tooMany)

  answer(inviteMember, refusal('step_up_required'))
  await inviting.getByRole('button', { name: 'Send invitation' }).click()
  answer(inviteMember, ({ body }) => server.add(body as Member))
  await confirmByCode()
  await expectToast('Invitation sent')
  await expect.poll(names).toEqual(['Paula Ortega', 'sam@example.com'])
  const invited = row('sam@example.com')
  await expect.element(invited).toMatchTextContent('Regional manager')
  expect(texts(invited.getByText(/^(May sign|Invited)$/))).toEqual(['May sign', 'Invited'])
  await expectNoAxeViolations(account)
})

test('an owner resends and withdraws an invitation, and changes and ends a membership', async () => {
  const server = answerMembers(mara, joel)
  await showPortal('/?account=people', partner)
  await chooseAction(joel.email, 'Resend invitation')
  await expectToast('Invitation sent again')
  await chooseAction(joel.email, 'Withdraw invitation')
  await asking.getByRole('button', { name: 'Withdraw invitation' }).click()
  await expectToast('Invitation withdrawn')
  await expect.poll(names).toEqual(['Paula Ortega', 'Mara Lind'])
  // The row that took the place of the last one has the focus.
  await expect.element(row('Mara Lind')).toHaveFocus()

  await chooseAction('Mara Lind', 'Change')
  const changing = page.getByRole('dialog', { name: 'Change Mara Lind' })
  await field(changing, 'Title').fill('Head of events')
  server.change(mara.id, { title: 'Venue manager' })
  await userEvent.keyboard('{Enter}')
  await expect.element(changing.getByText(changedMeanwhile)).toBeVisible()
  await changing.getByRole('button', { name: 'Load latest version' }).click()
  await expect.element(field(changing, 'Title')).toHaveValue('Venue manager')
  await changing.getByRole('checkbox', { name: /^May sign agreements/ }).click()
  await changing.getByRole('button', { name: 'Save' }).click()
  await expectToast('Changes saved')
  await expect.element(row('Mara Lind').getByText('May sign', { exact: true })).toBeVisible()
  expect(server.members().at(-1)).toMatchObject({ title: 'Venue manager', canSign: true })

  await chooseAction('Mara Lind', 'End membership')
  await expect.element(asking).toMatchTextContent('What they did stays under their name.')
  await expectNoAxeViolations(asking)
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await chooseAction('Mara Lind', 'End membership')
  await asking.getByRole('button', { name: 'End membership' }).click()
  await expectToast('Mara Lind was removed')
  await expect.poll(names).toEqual(['Paula Ortega'])
})

test('an owner offers the ownership after a proof, withdraws the offer, and reads why it is refused', async () => {
  const server = answerMembers(mara)
  answerStepUp()
  answer(offerOwnership, refusal('step_up_required'))
  await showPortal('/?account=people', partner)
  const offer = async () => {
    await chooseAction('Mara Lind', 'Offer ownership')
    await asking.getByRole('button', { name: 'Offer ownership' }).click()
  }
  await offer()
  answer(offerOwnership, () => server.change(mara.id, { isOfferedOwnership: true }))
  await confirmByCode()
  await expectToast('Ownership offered to Mara Lind')
  await expect.element(row('Mara Lind').getByText('Ownership offered', { exact: true })).toBeVisible()
  await chooseAction('Mara Lind', 'Withdraw the offer of ownership')
  await expectToast('Offer withdrawn')

  answer(offerOwnership, refusal('conflict', 'Mara Lind already owns another partner.'))
  await offer()
  await expectToast('Mara Lind already owns another partner.')
  // The owner can neither be removed nor be offered what they have.
  await page.getByRole('button', { name: 'Actions for Paula Ortega' }).click()
  expect(texts(page.getByRole('menuitem'))).toEqual(['Change'])
})

test('the home of an owner offers the marketing contact as the first person to invite', async () => {
  const server = answerMembers(mara, joel)
  await showPortal('/', partner)
  const card = section('People')
  await expect.element(card.getByText('Mara Lind')).toBeVisible()
  await expectNoAxeViolations(card)
  await card.getByRole('button', { name: 'Invite Dana Whitfield' }).click()
  await expect.element(field(inviting, 'Email')).toHaveValue('dana@example.com')
  await expect.element(field(inviting, 'Last Name')).toHaveValue('Whitfield')
  expect(server.members()).toHaveLength(3)
  await inviting.getByRole('button', { name: 'Send invitation' }).click()
  await expectToast('Invitation sent')
  await expect.element(card.getByRole('button', { name: 'Invite Dana Whitfield' })).not.toBeInTheDocument()
  await expect.element(card.getByText('Dana Whitfield')).toBeVisible()
  await card.getByRole('link', { name: 'View all people' }).click()
  await expect.element(account.getByRole('heading', { name: 'joel@example.com' })).toBeVisible()
})

test('a member leaves the partner, whose people only members who may sign see', async () => {
  answerMembers(mara)
  const [membership] = member.partners
  if (!membership) throw new Error('the member belongs to no partner')
  const signer: CurrentUser = { ...member, partners: [{ ...membership, canSign: true }] }
  const { unmount } = await showPortal('/?account=people', signer)
  await expect.element(account.getByRole('heading', { name: 'Mara Lind' })).toBeVisible()
  expect(account.getByRole('button', { name: /^(Actions|Invite)/ }).elements()).toHaveLength(0)
  await unmount()

  const calls = callsSoFar().length
  await showPortal('/?account=people', member)
  await expect.element(account.getByText('You belong to Harborview Hall.')).toBeVisible()
  await account.getByRole('button', { name: 'Leave Harborview Hall' }).click()
  answer(removeMember, ({ params }) => {
    expect(params.id).toBe(mara.id)
    answer(getCurrentUser, { ...member, partners: [], partnerId: null })
    return undefined
  })
  await asking.getByRole('button', { name: 'Leave' }).click()
  await expect
    .element(page.getByRole('heading', { level: 1 }))
    .toHaveTextContent('You do not belong to a partner at present')
  await expectToast('You left Harborview Hall')
  expect(location.search).toBe('')
  expect(callsSoFar().slice(calls)).not.toContain('GET /api/partner/members')
})

test('staff make a member the owner of a partner, and view the portal as a member', async () => {
  const server = answerMembers(mara)
  answerStaffHome()
  answer(getConversation, refusal('not_found'))
  answerStepUp()
  answer(setOwner, refusal('step_up_required'))
  await showPortal(`/?record=${adminPartner.id}&section=people`, support)
  await expect.poll(names).toEqual(['Paula Ortega', 'Mara Lind'])
  await chooseAction('Mara Lind', 'Make owner')
  await expect.element(asking).toMatchTextContent('Paula Ortega stays as a member who may sign.')
  await asking.getByRole('button', { name: 'Make owner' }).click()
  answer(setOwner, () => {
    server.change(ownerRow.id, { role: 'member' })
    return server.change(mara.id, { role: 'owner', canSign: true })
  })
  await confirmByCode()
  await expectToast('Mara Lind is the owner now')
  await expect.element(row('Paula Ortega').getByText('May sign', { exact: true })).toBeVisible()
  await expectNoAxeViolations(people)

  answer(startImpersonation, refusal('conflict', 'This user is disabled.'))
  await chooseAction('Paula Ortega', 'View as this person')
  await expectToast('This user is disabled.')
})
