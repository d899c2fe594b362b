import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react'
import { getConversation } from '#contract/chat/inbox.ts'
import {
  getPartner,
  listPartnersWithUsers,
  type PartnerRow,
  takeBackStatus,
} from '#contract/partners/partners.ts'
import { listPartnerTags, setPartnerTags } from '#contract/partners/tags.ts'
import { listPartnerDownloads, listPartnerFiles } from '#contract/resources/for-partner.ts'
import { partnerOf, partnerRow } from '#test/browser/partner-rows.ts'
import { admin, support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome } from '#test/browser/staff-home.ts'
import { address } from '#test/browser/steps.ts'

const [annRow, benRow, cidRow] = ['Ann', 'Ben', 'Cid'].map((name, index) => {
  const row = partnerRow()
  const email = `a-long-address-of-${name.toLowerCase()}@example.com`
  const userId = `11111111-1111-4111-8111-00000000000${index}`
  return partnerRow({
    id: `44444444-4444-4444-8444-00000000000${index}`,
    userId,
    fullName: `Listed ${name}`,
    email,
    user: { ...row.user, id: userId, email },
  })
}) as [PartnerRow, PartnerRow, PartnerRow]

const recordOf = ({ businessName, fullName }: PartnerRow) =>
  page.getByRole('dialog', { name: `${businessName} ${fullName}` })
const [ann, ben, cid] = [recordOf(annRow), recordOf(benRow), recordOf(cidRow)]
const filesOf = (record: typeof ann) =>
  record.getByRole('navigation', { name: 'Partner sections' }).getByRole('link', { name: /^Files/ })
const rowOf = ({ fullName }: PartnerRow) =>
  page.getByRole('table', { name: 'Partners' }).getByRole('row').filter({ hasText: fullName })

const answerPartners = () => {
  const rows = [annRow, benRow, cidRow]
  answerStaffHome()
  answer(listPartnersWithUsers, { page: rows, total: rows.length })
  answer(getPartner, ({ params }) => {
    const row = rows.find(({ id }) => id === params.partnerId)
    return row ? partnerOf(row) : refusal('not_found')
  })
  answer(getConversation, refusal('not_found'))
  for (const endpoint of [listPartnerFiles, listPartnerDownloads]) answer(endpoint, { page: [], total: 0 })
}

test('selecting text in a row does not open the record', async () => {
  answerPartners()
  await showPortal('/admin?tab=partners', support)
  const email = rowOf(benRow).getByText(benRow.email)
  await userEvent.dragAndDrop(email, email, {
    sourcePosition: { x: 2, y: 8 },
    targetPosition: { x: 80, y: 8 },
  })
  expect(getSelection()?.isCollapsed).toBe(false)
  // By now, a click on the row would have changed the address.
  expect(address()).toBe('/admin?tab=partners')
  getSelection()?.removeAllRanges()
})

test('the arrow keys and buttons lead through the list that the record was opened from', async () => {
  answerPartners()
  await showPortal('/admin?tab=partners&sort=name', support)
  await rowOf(annRow).getByRole('link').first().click()
  await expect.element(ann.getByText('1 of 3')).toBeVisible()
  await expect.element(ann.getByRole('region', { name: 'Timeline' })).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(ann).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(ben.getByText('2 of 3')).toBeVisible()
  await filesOf(ben).click()
  await expect.element(ben.getByRole('region', { name: 'Files' }).first()).toBeVisible()
  await ben.getByRole('button', { name: 'Next partner' }).click()
  await expect.element(cid.getByText('3 of 3')).toBeVisible()
  await expect.element(cid.getByRole('button', { name: 'Next partner' })).toHaveFocus()
  // The section stays when another partner is shown, and a reload keeps the list.
  await expect.element(filesOf(cid)).toHaveAttribute('aria-current', 'page')
  await reloadPortal()
  await expect.element(cid.getByText('3 of 3')).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(ben.getByText('2 of 3')).toBeVisible()
  history.back()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()

  // A record that was not opened from a list has no neighbors.
  await cleanup()
  await showPortal(`/admin?tab=partners&partner=${annRow.id}`, support)
  await expect.element(ann.getByRole('region', { name: 'Timeline' })).toBeVisible()
  await expect.element(ann.getByRole('button', { name: 'Next partner' })).not.toBeInTheDocument()
})

test('an admin takes the status of a partner back with a reason', async () => {
  answerPartners()
  const show = (onboardingStatus: 'completed' | 'profile') => {
    const row = { ...partnerOf(annRow), onboardingStatus }
    answer(getPartner, row)
    return row
  }
  show('completed')
  answer(takeBackStatus, ({ body }) => {
    expect(body).toEqual({ reason: 'Wrong business' })
    return show('profile')
  })
  await showPortal(`/admin?tab=partners&partner=${annRow.id}&section=overview`, admin)
  const takeBack = ann.getByRole('button', { name: 'Reset' })
  await takeBack.click()
  const dialog = page.getByRole('dialog', { name: `Reset the onboarding status of ${annRow.fullName}?` })
  await dialog.getByLabelText(/^Reason/).fill('Wrong business')
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(ann.getByText('Pending').first()).toBeVisible()
  await expect.element(takeBack).not.toBeInTheDocument()
})

test('tags are added by name, also new ones, and removed', async () => {
  answerPartners()
  let tags = [{ id: crypto.randomUUID(), name: 'Key account' }]
  const known = [...tags, { id: crypto.randomUUID(), name: 'Coast' }]
  answer(getPartner, () => ({ ...partnerOf(annRow), tags }))
  answer(listPartnerTags, ({ query }) => {
    const page = known.filter(({ name }) => name.toLowerCase().includes(query.get('search') ?? ''))
    return { page: page.map((tag) => ({ ...tag, partners: 1 })), total: page.length }
  })
  answer(setPartnerTags, ({ body }) => {
    const { names } = body as { names: string[] }
    tags = names.map((name) => tags.find((tag) => tag.name === name) ?? { id: crypto.randomUUID(), name })
    return tags
  })
  await showPortal(`/admin?tab=partners&partner=${annRow.id}`, support)
  const chosen = ann.getByRole('list', { name: 'Tags' })
  await expect.element(chosen).toHaveTextContent('Key account')
  const field = ann.getByRole('combobox', { name: 'Add a tag' })
  await field.fill('coa')
  await ann.getByRole('option', { name: 'Coast', exact: true }).click()
  await expect.element(chosen).toHaveTextContent('Key accountCoast')
  await field.fill('Late payer')
  await ann.getByRole('option', { name: 'Late payer New tag' }).click()
  await expect.element(chosen).toHaveTextContent('Key accountCoastLate payer')
  await chosen.getByRole('button', { name: 'Remove Key account' }).click()
  await expect.element(chosen).toHaveTextContent('CoastLate payer')
  await expect.element(chosen).not.toHaveTextContent('Key account')
})
