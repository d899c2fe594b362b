import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getConversation, listTeam } from '#contract/chat/inbox.ts'
import {
  getPartnerInvitation,
  type PartnerInvitation,
  updatePartnerInvitation,
} from '#contract/invitations.ts'
import { getPartner, listPartnersWithUsers } from '#contract/partners/partners.ts'
import { listTaskSets } from '#contract/task-plans/sets.ts'
import { adminPartner } from '#test/browser/partner-rows.ts'
import { support } from '#test/browser/people.ts'
import { setRow } from '#test/browser/plan-rows.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome } from '#test/browser/staff-home.ts'

const { id, firstName, lastName, email } = support
const manager = { id, name: `${firstName} ${lastName}` }
const sets = [setRow({ name: 'Welcome' }), setRow({ name: 'Second set' })]
const picture = '/client/public/apple-touch-icon.png'
const named = sets.map((set) => ({ id: set.id, name: set.name }))

test('the record shows what waits with the invitation, and staff change it; beside the manager is their picture', async () => {
  let invitation: PartnerInvitation = {
    sets: named.slice(0, 1),
    setsGone: 1,
    personalLine: 'See you in May',
    invitedBy: manager,
    createdAt: '2026-11-20T15:00:00.000Z',
    updatedAt: '2026-11-20T15:00:00.000Z',
  }
  const partner = { ...adminPartner, onboardingStatus: 'profile' as const, manager }
  answerStaffHome()
  answer(getPartner, partner)
  answer(listPartnersWithUsers, { page: [], total: 0 })
  answer(getConversation, refusal('not_found'))
  answer(listTeam, [{ id, firstName, lastName, email, present: true, profileImageUrl: picture }])
  answer(listTaskSets, { page: sets, total: 2 })
  answer(getPartnerInvitation, () => ({ invitation }))
  answer(updatePartnerInvitation, ({ body }) => {
    const { setIds, personalLine = null } = body as { setIds: string[]; personalLine?: string | null }
    const chosen = named.filter((set) => setIds.includes(set.id))
    invitation = { ...invitation, sets: chosen, setsGone: 0, personalLine }
    return invitation
  })
  await showPortal(`/admin?tab=partners&partner=${partner.id}`, support)
  const record = page.getByRole('dialog').first()
  const facts = record.getByLabelText('Key facts')
  await expect.element(facts.getByText('Waiting: Welcome')).toBeVisible()
  await expect.element(facts.getByText('1 set deleted since')).toBeVisible()
  await expect.poll(() => facts.element().querySelector('img')?.getAttribute('src')).toBe(picture)

  await facts.getByRole('button', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit invitation' })
  await expect.element(dialog.getByLabelText('A line from you')).toHaveValue('See you in May')
  await dialog.getByLabelText('Task sets').selectOptions('Second set')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(facts.getByText('Waiting: Welcome, Second set')).toBeVisible()
})
