import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { termGroups } from '#client/domain/appendix-a-terms.ts'
import { listAgreementTypes } from '#contract/agreement-types.ts'
import { checkInvitations, invitePartners } from '#contract/invitations.ts'
import type { BulkAction } from '#contract/partners/bulk.ts'
import { listGroupManagers } from '#contract/partners/partner-manager.ts'
import { listPartnersWithUsers } from '#contract/partners/partners.ts'
import { listTaskSets } from '#contract/task-plans/sets.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { answerPartnerTable } from '#test/browser/partner-table.ts'
import { support } from '#test/browser/people.ts'
import { setRow } from '#test/browser/plan-rows.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { reloadPortal, showPortal } from '#test/browser/screen.tsx'

const dialog = page.getByRole('dialog', { name: 'Invite partner' })
const field = (label: string) => dialog.getByLabelText(new RegExp(`^${label}( \\*)?$`))
const eventName =
  termGroups.flatMap(({ terms }) => terms).find(({ name }) => name === 'eventName')?.label ?? ''
const set = setRow({ name: 'Welcome' })
const photos = {
  id: 'photo_release',
  name: 'Photo Release',
  isOffered: true,
  isCountersigned: false,
  archivedAt: null,
  version: '1',
  publishedAt: '2026-11-01T15:00:00.000Z',
  draftSavedAt: null,
  updatedAt: '2026-11-01T15:00:00.000Z',
}
const manager = { id: crypto.randomUUID(), name: 'Max Hill' }

const actionOf = (total: number): BulkAction & { partnerIds: string[] } => ({
  id: crypto.randomUUID(),
  kind: 'invite',
  total,
  done: 0,
  changed: 0,
  leftOut: {},
  startsAt: '2026-11-20T12:00:08.000Z',
  finishedAt: null,
  takenBackAt: null,
  failedAt: null,
  partnerIds: Array.from({ length: total }, () => crypto.randomUUID()),
})

let sent: unknown[]
beforeEach(() => {
  sent = []
  answerPartnerTable()
  answer(listPartnersWithUsers, { page: [], total: 0 })
  answer(listTaskSets, { page: [set], total: 1 })
  answer(listGroupManagers, { page: [{ group: 'Coast', manager, partners: 3 }], total: 1 })
  answer(listAgreementTypes, [photos])
  answer(invitePartners, ({ body }) => {
    sent.push(body)
    return actionOf((body as { partners: unknown[] }).partners.length)
  })
})

const paste = (text: string) => {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  field('Paste lines')
    .element()
    .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

test('a new venue with a set and an agreement with terms takes one form, of 8 fields and 7 clicks', async () => {
  await showPortal('/admin?tab=partners', support)
  let clicks = 0
  const click = async (target: ReturnType<typeof page.getByRole>) => {
    clicks += 1
    await target.click()
  }
  await click(page.getByRole('button', { name: 'Invite partner' }))
  await expect.element(field('Email')).toHaveFocus()
  await field('Email').fill('dee@bayside.example')
  await field('Name').fill('Dee Park')
  await field('Business').fill('Bayside Hall')
  const fields = dialog.element().querySelectorAll('input, select, textarea')
  expect(fields).toHaveLength(8)
  // Opening the list and choosing in it are a click each.
  clicks += 2
  await field('Task sets').selectOptions('Welcome')
  await expect.element(dialog.getByRole('button', { name: 'Remove Welcome' })).toBeVisible()
  clicks += 2
  await field('More agreements').selectOptions('Photo Release')
  await click(dialog.getByRole('button', { name: 'Add terms of the partnership agreement' }))
  await dialog.getByLabelText(eventName).fill('Gala')
  await expectNoAxeViolations(dialog)
  await click(dialog.getByRole('button', { name: 'Invite', exact: true }))
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('Inviting 1 partner').first()).toBeVisible()
  expect(clicks).toBe(7)
  expect(sent).toMatchObject([
    {
      partners: [{ email: 'dee@bayside.example', fullName: 'Dee Park', businessName: 'Bayside Hall' }],
      managerId: support.id,
      setIds: [set.id],
      agreements: ['photo_release'],
      appendixA: { eventName: 'Gala' },
    },
  ])
})

test('the manager of a group comes before the one who invites, what is typed survives a reload, and the server refuses at the field', async () => {
  await showPortal('/admin?tab=partners&add=invite', support)
  await field('Email').fill('dee@bayside.example')
  await field('Business').fill('Bayside Hall')
  await field('Partner Group').fill('coast')
  await expect.element(field('Partner manager').getByText('Max Hill (for this group)')).toBeInTheDocument()
  await reloadPortal()
  await expect.element(field('Email')).toHaveValue('dee@bayside.example')
  answer(invitePartners, ({ body }) => {
    sent.push(body)
    const message = 'This is the email of a partner.'
    return refusal('conflict', message, { 'partners.0.email': message })
  })
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect.element(field('Email')).toHaveAccessibleDescription('This is the email of a partner.')
  await expect.element(field('Email')).toHaveFocus()
  expect(sent).toMatchObject([{ partnerGroup: 'coast', managerId: null }])
})

test('the email is shown as its reader will see it', async () => {
  answer(checkInvitations, ({ body }) => {
    const { partners, personalLine } = body as { partners: { email: string }[]; personalLine: string }
    const email = {
      recipient: partners[0]?.email ?? '',
      subject: 'Welcome to the Partner Portal',
      heading: 'Welcome to the Partner Portal',
      paragraphs: ['Example Health invited you.', ...(personalLine ? [personalLine] : [])],
    }
    return { problems: [], email }
  })
  await showPortal('/admin?tab=partners&add=invite', support)
  await field('Email').fill('dee@bayside.example')
  await field('A line from you').fill('See you in May')
  await dialog.getByRole('button', { name: 'Preview email' }).click()
  const preview = dialog.getByRole('region', { name: 'Preview of the email' })
  await expect
    .element(preview.getByText('To dee@bayside.example · Welcome to the Partner Portal'))
    .toBeVisible()
  await expect.element(preview.getByText('See you in May')).toBeVisible()
})

test('several are pasted, and lines with errors are mended in place before anybody is invited', async () => {
  await showPortal('/admin?tab=partners&add=invite', support)
  await dialog.getByRole('button', { name: 'Invite several' }).click()
  paste(
    [
      'Email,Name,Business',
      'dee@bayside.example,Dee Park,Bayside Hall',
      'ann@harbor.example;Harbor Inn',
      'DEE@bayside.example, Dee Park',
      'Ben Lee <ben@,Lee Hall',
      'known@example.com, Known Hall',
    ].join('\n'),
  )
  await expect.element(dialog.getByRole('status').first()).toHaveTextContent('5 lines, 2 errors')
  const rows = dialog.getByRole('list', { name: 'Partners to invite' })
  await expect.element(rows.getByText('Line 1 has the same email')).toBeVisible()
  const invite = dialog.getByRole('button', { name: 'Invite 5 partners' })
  await invite.click()
  await expect.element(field('Paste lines')).toHaveAccessibleDescription(/Mend the 2 lines below/)
  expect(sent).toEqual([])

  await dialog.getByRole('button', { name: 'Remove Line 3' }).click()
  const ben = dialog.getByRole('group', { name: /^Line 3/ })
  await ben.getByLabelText('Email').fill('ben@lee.example')
  await expect.element(rows.getByText('Valid email is required')).not.toBeInTheDocument()
  await expectNoAxeViolations(dialog)
  const message = 'This is the email of a partner.'
  answer(invitePartners, () => refusal('conflict', message, { 'partners.3.email': message }))
  await dialog.getByRole('button', { name: 'Invite 4 partners' }).click()
  await dialog
    .getByRole('group', { name: /^Line 4/ })
    .getByLabelText('Email')
    .fill('new@example.com')
  await expect.element(rows.getByText(message)).not.toBeInTheDocument()
  answer(invitePartners, ({ body }) => {
    sent.push(body)
    return actionOf(4)
  })
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent).toMatchObject([
    {
      partners: [
        { email: 'dee@bayside.example', fullName: 'Dee Park', businessName: 'Bayside Hall' },
        { email: 'ann@harbor.example', fullName: null, businessName: 'Harbor Inn' },
        { email: 'ben@lee.example', fullName: 'Ben Lee', businessName: 'Lee Hall' },
        { email: 'new@example.com', businessName: 'Known Hall' },
      ],
    },
  ])
})
