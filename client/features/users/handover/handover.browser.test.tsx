import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { getNeedsAttention } from '#contract/attention.ts'
import { listTeam } from '#contract/chat/inbox.ts'
import { type Belongings, getBelongings, handOver } from '#contract/handover.ts'
import { disableUser, listPartnerGroups, listUsers, setUserRole } from '#contract/users/users.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { admin, support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome, nothingWaits } from '#test/browser/staff-home.ts'
import { expectToast, texts } from '#test/browser/steps.ts'
import { userRow } from '#test/browser/user-rows.ts'

const sam = userRow({ firstName: 'Sam', lastName: 'Lee', role: 'admin' })
const tess = userRow({ firstName: 'Tess', lastName: 'Lee', role: 'support' })
const token = { id: admin.id, name: 'Nightly export', lastUsedAt: null }
let belongings: Belongings
let sent: unknown[]

beforeEach(() => {
  belongings = { name: 'Sam Lee', counts: { partners: 120, tasks: 14, webhooks: 1 }, apiTokens: [token] }
  sent = []
  answer(listPartnerGroups, [])
  answer(listUsers, { users: [sam], total: 1 })
  answer(getBelongings, () => belongings)
  answer(
    listTeam,
    [sam, tess, support].map(({ id, firstName, lastName, email }) => ({
      id,
      firstName,
      lastName,
      email,
      present: false,
      profileImageUrl: null,
    })),
  )
  answer(handOver, ({ body }) => {
    sent.push(body)
    return { handedOver: {} }
  })
})

const openMenu = () => page.getByRole('button', { name: 'More actions for Sam Lee' }).click()
const menuItem = (name: string) => page.getByRole('menuitem', { name, exact: true })
const dialog = page.getByRole('dialog')

test('disabling a member of staff takes five clicks, with one person for everything', async () => {
  answer(disableUser, () => {
    sent.push('disabled')
    return { ...sam, disabledAt: '2026-11-20T15:00:00.000Z' }
  })
  await showPortal('/admin?tab=users', admin)
  await openMenu()
  await menuItem('Disable').click()
  const theirs = dialog.getByRole('region', { name: 'Theirs now' })
  await expect.element(theirs).toBeVisible()
  expect(texts(theirs.getByRole('listitem'))).toEqual(['120 partners', '14 open tasks', '1 webhook'])
  const tokens = dialog.getByRole('region', { name: 'API tokens that end for good' })
  await expect.element(tokens).toMatchTextContent('Nightly export · never used')
  await expect.element(dialog).toMatchTextContent('Needs attention reminds the team')
  await expectNoAxeViolations(dialog)
  // The user cannot take over their own work.
  const choice = dialog.getByLabelText('Who takes it over')
  expect(texts(choice.getByRole('option'))).toEqual(['Later', 'Tess Lee', expect.any(String)])
  await choice.selectOptions(tess.id)
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expectToast('Work handed over')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent).toEqual(['disabled', { toUserId: tess.id, what: ['partners', 'tasks', 'webhooks'] }])
})

test('a colleague on leave hands over to different people, and a refusal loses no choice', async () => {
  answer(handOver, refusal('bad_request', 'Only an admin can take over webhooks.'))
  await showPortal('/admin?tab=users', admin)
  await openMenu()
  await menuItem('Hand over…').click()
  await expect.element(page.getByRole('dialog', { name: 'Hand over the work of Sam Lee' })).toBeVisible()
  const submit = dialog.getByRole('button', { name: 'Hand over' })
  await submit.click()
  await expect.element(dialog.getByText('Choose who takes it over')).toBeVisible()
  await dialog.getByRole('button', { name: 'Different people for each…' }).click()
  await dialog.getByLabelText('120 partners').selectOptions(tess.id)
  await dialog.getByLabelText('1 webhook').selectOptions(support.id)
  await expectNoAxeViolations(dialog)
  await submit.click()
  await expectToast('Error')
  await expect.element(dialog.getByLabelText('1 webhook')).toHaveValue(support.id)
  answer(handOver, ({ body }) => {
    sent.push(body)
    belongings = { ...belongings, counts: {} }
    return { handedOver: {} }
  })
  await submit.click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent).toEqual([
    { toUserId: tess.id, what: ['partners'] },
    { toUserId: support.id, what: ['webhooks'] },
  ])
  await openMenu()
  await menuItem('Hand over…').click()
  await expect.element(dialog.getByText('Nothing to hand over')).toBeVisible()
})

test('a lesser role asks who takes over the work, which may follow later', async () => {
  answer(setUserRole, ({ body }) => {
    sent.push(body)
    return { ...sam, role: 'user' as const }
  })
  await showPortal('/admin?tab=users', admin)
  await page.getByRole('button', { name: 'Edit Sam Lee' }).click()
  const role = dialog.getByLabelText(/^Role/)
  await role.selectOptions('support')
  await expect.element(dialog.getByText('Nightly export · never used')).toBeVisible()
  await expect.element(dialog.getByLabelText('Who takes it over')).not.toBeInTheDocument()
  await role.selectOptions('user')
  await expect.element(dialog.getByLabelText('Who takes it over')).toBeVisible()
  await dialog.getByRole('button', { name: 'Update Role' }).click()
  await expectToast('User role updated successfully')
  expect(sent).toMatchObject([{ role: 'user' }])
})

test('Needs attention names who left something behind, and opens the handover', async () => {
  answerStaffHome()
  const { counts } = belongings
  const row = { id: sam.id, name: 'Sam Lee', role: 'admin' as const, isDisabled: true, counts }
  answer(getNeedsAttention, { ...nothingWaits, leftBehind: { count: 1, marked: 0, rows: [row] } })
  await showPortal('/', admin)
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect.element(attention.getByRole('link', { name: '1 handover waiting' })).toBeVisible()
  await expect
    .element(attention.getByRole('listitem'))
    .toMatchTextContent('Disabled · 120 partners, 14 open tasks, 1 webhook')
  await attention.getByRole('link', { name: 'Hand over the work of Sam Lee' }).click()
  await expect.element(dialog.getByLabelText('Who takes it over')).toBeVisible()
})
