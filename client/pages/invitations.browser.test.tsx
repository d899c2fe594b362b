import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#client/lib/query-client.ts'
import { getCalendar } from '#contract/calendar.ts'
import {
  acceptInvitation,
  declineInvitation,
  type Invitation,
  listInvitations,
} from '#contract/partners/invitations.ts'
import { getOnboarding } from '#contract/partners/onboarding.ts'
import { getProfile } from '#contract/partners/profile.ts'
import { type CurrentUser, getCurrentUser } from '#contract/session/session.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { invitationRow } from '#test/browser/member-rows.ts'
import { member, partner, profile, withoutPartner } from '#test/browser/people.ts'
import { answer, createGate, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'
import { address, expectToast, row, section, texts } from '#test/browser/steps.ts'

const heading = page.getByRole('heading', { level: 1 })

/** A user whom the owner of a partner has invited, and who belongs to no partner yet. */
const invitee: CurrentUser = { ...member, partners: [], partnerId: null }

/** Answers like a server that stores the user's invitations. */
const answerInvitations = (...rows: Invitation[]) => {
  let open = rows
  const end = (id: string | undefined) => {
    const found = open.some((each) => each.id === id)
    open = open.filter((each) => each.id !== id)
    return found ? undefined : refusal('not_found')
  }
  answerEmptyHome()
  answer(getCalendar, { days: [] })
  answer(listInvitations, () => open)
  answer(declineInvitation, ({ params }) => end(params.id))
  answer(acceptInvitation, ({ params }) => end(params.id))
  return { withdraw: end }
}

test('somebody without a partner accepts an invitation, and the home of the partner appears', async () => {
  answerInvitations(invitationRow({ canSign: true }))
  await showPortal('/resources', invitee)
  await expect.element(heading).toHaveTextContent("You're invited")
  const invitation = row('Paula Ortega invited you to Harborview Hall')
  await expect.element(invitation).toMatchTextContent('You join as Event manager and see its tasks')
  await expect.element(invitation).toMatchTextContent('You may also sign its agreements.')
  await expectNoAxeViolations(page.getByRole('main'))
  expect(page.getByRole('link', { name: 'Set up your own profile instead' }).elements()).toHaveLength(0)

  const gate = createGate()
  answer(acceptInvitation, async () => {
    await gate.opened
    answer(getCurrentUser, member)
    answer(listInvitations, [])
    return undefined
  })
  const accept = invitation.getByRole('button', { name: 'Accept' })
  await accept.click()
  await expect.element(accept).toHaveAttribute('aria-disabled', 'true')
  gate.open()
  await expectToast('You belong to Harborview Hall now')
  await expect.element(heading).toHaveTextContent('Partner Dashboard')
  await expect.poll(address).toBe('/')
})

test('somebody who may create a profile sees invitations first, and onboarding once all are declined', async () => {
  answer(getProfile, refusal('not_found'))
  const first = invitationRow({ invitedBy: null, businessName: 'First Hall' })
  const second = invitationRow({ businessName: 'Second Hall' })
  const server = answerInvitations(first, second)
  await showPortal('/', withoutPartner)
  const instead = page.getByRole('link', { name: 'Set up your own profile instead' })
  await expect.element(instead).toHaveAttribute('href', '/onboarding')
  await row('The partner team invited you to First Hall').getByRole('button', { name: 'Decline' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click()
  await expectToast('Invitation declined')
  server.withdraw(second.id)
  await row('Paula Ortega invited you to Second Hall').getByRole('button', { name: 'Accept' }).click()
  await expectToast('This invitation was withdrawn.')
  await expect.element(heading).toHaveTextContent('Onboarding Required')
  expect(document.activeElement).not.toBe(document.body)
})

test('somebody who belongs to no partner any more reads what to do', async () => {
  answerInvitations()
  await showPortal('/onboarding', invitee)
  await expect.element(heading).toHaveTextContent('You do not belong to a partner at present')
  await expectNoAxeViolations(page.getByRole('main'))
  await expect.element(page.getByRole('main').getByRole('link', { name: 'Logout' })).toBeVisible()
  await page.getByRole('button', { name: 'Message the partner team' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Chat with the Partner Team' })).toBeVisible()
})

test('a member sees the offer of the ownership on top of the home, and why it cannot be accepted', async () => {
  const reason = 'You already own another partner.'
  answerInvitations(invitationRow({ kind: 'ownership' }))
  answer(acceptInvitation, refusal('conflict', reason))
  await showPortal('/', member)
  const card = section('Invitations')
  await expect.element(card).toMatchTextContent('offers you the ownership of Harborview Hall')
  await expectNoAxeViolations(card)
  expect(card.element().getBoundingClientRect().top).toBeLessThan(
    section('Next for you').element().getBoundingClientRect().top,
  )
  const accept = card.getByRole('button', { name: 'Accept' })
  await accept.click()
  await expectToast(reason)
  answer(acceptInvitation, () => {
    answer(getCurrentUser, partner)
    answer(listInvitations, [])
    return undefined
  })
  await accept.click()
  await expectToast('You are the owner of Harborview Hall now')
  await expect.element(section('People')).toBeVisible()
  await expect.element(card).not.toBeInTheDocument()
})

test('a member who does not sign sees how far the onboarding of the partner is, and the portal when it is done', async () => {
  answerInvitations()
  const agreements = [
    { documentName: 'NDA', isSigned: true },
    { documentName: 'Venue Partnership Agreement', isSigned: false },
  ]
  answer(getProfile, { ...profile, onboardingStatus: 'documents' })
  answer(getOnboarding, { ownerName: 'Paula Ortega', isProfileConfirmed: true, agreements })
  await showPortal('/', member)
  await expect.element(heading).toHaveTextContent('Partner Onboarding')
  const main = page.getByRole('main')
  await expect.element(main).toMatchTextContent('Paula Ortega still has to sign the agreements.')
  const points = main.getByRole('listitem')
  await expect
    .poll(() => texts(points))
    .toEqual(['Partner profileConfirmed', 'NDASigned', 'Venue Partnership AgreementTo sign'])
  await expectNoAxeViolations(main)
  await page.viewport(390, 844)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  expect(main.getByRole('button').elements()).toEqual([])

  answer(getOnboarding, refusal('not_found'))
  answer(getProfile, profile)
  await queryClient.invalidateQueries()
  await expect.element(heading).toHaveTextContent('Partner Dashboard')
})
