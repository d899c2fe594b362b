import { beforeEach, expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { listAllActivations } from '#contract/activation-list.ts'
import { previewMove } from '#contract/activation-plans.ts'
import {
  createActivation,
  getActivation,
  listPartnerActivations,
  updateActivation,
} from '#contract/activations.ts'
import { countAudience } from '#contract/audience.ts'
import { listPartnerDocuments } from '#contract/documents/documents.ts'
import { maxContacts } from '#contract/limits.ts'
import { listPartnerGroups } from '#contract/users/users.ts'
import { activationRow } from '#test/browser/activation-rows.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { documentRow } from '#test/browser/document-rows.ts'
import { rowPartner, secondPartner } from '#test/browser/partner-rows.ts'
import { support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome, answerTaskForm } from '#test/browser/staff-home.ts'
import { expectToast, field } from '#test/browser/steps.ts'

const tab = '/admin?tab=activations'
const dialog = page.getByRole('dialog', { name: 'Create New Activation' })
const create = dialog.getByRole('button', { name: 'Create Activation' })
const ownAgreement = documentRow({
  ...{ documentName: 'Hall contract', appendixA: { eventName: 'Lantern Night' } },
  ...{ status: 'signed', signedAt: '2026-11-02T15:00:00.000Z' },
})
const at = '2026-11-02T15:00:00.000Z'
const voided = documentRow({ documentName: 'Old contract', voidedAt: at, voidReason: 'Wrong hall' })

let sent: Record<string, unknown>[] = []

beforeEach(() => {
  sent = []
  answerStaffHome()
  answerTaskForm()
  answer(listAllActivations, { page: [], total: 0 })
  answer(listPartnerGroups, ['Coast'])
  answer(countAudience, { partners: 2, inOnboarding: 0, groups: [{ name: 'Coast', partners: 2 }] })
  answer(listPartnerDocuments, ({ params }) =>
    params.partnerId === rowPartner.id ? [ownAgreement, voided] : [],
  )
  answer(createActivation, ({ body }) => {
    sent.push(body as Record<string, unknown>)
    return activationRow()
  })
})

const openForm = async () => {
  await showPortal(tab, support)
  await page.getByRole('button', { name: 'Create Activation' }).click()
  await expect.element(dialog).toBeVisible()
}

const fillIn = async () => {
  await field(dialog, 'Name').first().fill('Lantern night')
  await field(dialog, 'Activation date').fill('2099-04-17')
}

const choosePartner = async (form: Locator, name: string) => {
  const picker = form.getByRole('combobox', { name: 'Partner', exact: true })
  await picker.fill(name)
  const found = form.getByRole('listbox').getByRole('option')
  await expect.poll(() => found.elements()).toHaveLength(1)
  await expect.element(form.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
  // A click would be ignored where an option has just come below the pointer.
  await userEvent.keyboard('{Enter}')
  await expect.element(picker).toHaveValue(expect.stringContaining(`${name} · `))
}

test('an activation is created for chosen partners, for a group or for both, and never for everyone', async () => {
  await openForm()
  const audience = dialog.getByRole('combobox', { name: 'For', exact: true })
  expect([...audience.element().querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'One partner',
    'A group',
    'Chosen partners',
    'A group and chosen partners',
  ])
  await fillIn()
  await create.click()
  await expect.element(dialog.getByText('Choose a partner')).toBeVisible()
  await choosePartner(dialog, 'Ben Adler')
  await expect.element(field(dialog, 'Agreement')).toBeVisible()
  await audience.selectOptions('A group and chosen partners')
  // An agreement belongs to one partner alone.
  await expect.element(field(dialog, 'Agreement')).not.toBeInTheDocument()
  await field(dialog, 'Group').selectOptions('Coast')
  const partners = dialog.getByRole('combobox', { name: 'Partners' })
  await partners.fill('Adler')
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog.getByText('2 partners will get this')).toBeVisible()
  await create.click()
  await expectToast('Activation created successfully')
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({
    ...{ partnerId: null, assignedGroup: 'Coast', assignedPartnerIds: [secondPartner.id] },
    name: 'Lantern night',
  })
  expect(sent[0]).not.toHaveProperty('documentId')
  expect(sent[0]).not.toHaveProperty('stage')
})

test('people are added and removed by keyboard, an empty row is left out, and a row without a name is refused', async () => {
  await openForm()
  await fillIn()
  await choosePartner(dialog, 'Ben Adler')
  await dialog.getByLabelText('Getting there and parking').fill('Ring at the bay.\nLevel 2.')
  const add = dialog.getByRole('button', { name: 'Add person' })
  add.element().focus()
  await userEvent.keyboard('{Enter}')
  const person = (number: number) => dialog.getByRole('group', { name: `person ${number}` })
  await expect.element(field(person(1), 'Name')).toHaveFocus()
  await userEvent.keyboard('Maya Lindqvist{Tab}')
  await expect.element(person(1).getByRole('button', { name: 'Remove person 1' })).toHaveFocus()
  await userEvent.keyboard('{Tab}Event lead{Tab}(251) 555-0142')
  await add.click()
  await add.click()
  await field(person(3), 'Phone').fill('251 555 0100')
  await expectNoAxeViolations(dialog)
  await create.click()
  await expect.element(field(person(3), 'Name')).toHaveFocus()
  await expect.element(person(3)).toMatchTextContent('Enter a name')
  await expect.element(person(2)).not.toMatchTextContent('Enter a name')
  expect(sent).toEqual([])
  await person(3).getByRole('button', { name: 'Remove person 3' }).click()
  await expect.element(add).toHaveFocus()
  await create.click()
  await expectToast('Activation created successfully')
  expect(sent).toMatchObject([
    {
      arrival: 'Ring at the bay.\nLevel 2.',
      contacts: [{ name: 'Maya Lindqvist', role: 'Event lead', phone: '(251) 555-0142' }],
      partnerId: secondPartner.id,
    },
  ])
})

test('no more than ten people can be added', async () => {
  await openForm()
  const add = dialog.getByRole('button', { name: 'Add person' })
  for (let count = 0; count < maxContacts; count += 1) await add.click()
  await expect.element(add).toBeDisabled()
  await expect.element(dialog.getByText("You've added 10 people, the maximum.")).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove person 10' }).click()
  await expect.element(add).toBeEnabled()
  await expect.element(add).toHaveFocus()
})

test('the agreements of the chosen partner are offered, and mean nothing for another one', async () => {
  await openForm()
  await fillIn()
  await choosePartner(dialog, rowPartner.fullName)
  const agreement = field(dialog, 'Agreement')
  await expect
    .element(agreement)
    .toMatchTextContent(/None.*Hall contract · Lantern Night · Signed Nov 2, 2026/)
  await expect.element(agreement).not.toMatchTextContent('Old contract')
  await agreement.selectOptions(ownAgreement.id)
  await choosePartner(dialog, 'Ben Adler')
  await expect.element(agreement).toHaveValue('')
  await expect.element(agreement).not.toMatchTextContent('Hall contract')
  await choosePartner(dialog, rowPartner.fullName)
  await expect.element(agreement).toHaveValue(ownAgreement.id)
  await create.click()
  await expectToast('Activation created successfully')
  expect(sent).toMatchObject([{ partnerId: rowPartner.id, documentId: ownAgreement.id }])
})

test('a part of an event for several partners is edited with its stage, and says what all of them share', async () => {
  const contacts = [{ name: 'Maya Lindqvist', role: null, phone: null }]
  const activation = activationRow({
    ...{ isShared: true, definitionId: activationRow().id, contacts, arrival: 'Ring at the bay.' },
    ...{ documentId: voided.id, activationDate: '2099-04-17T18:30:00.000Z' },
  })
  answer(listPartnerActivations, [activation])
  answer(getActivation, activation)
  answer(listAllActivations, { page: [{ ...activation, partner: rowPartner }], total: 1 })
  let isRefused = true
  answer(updateActivation, ({ body }) => {
    if (isRefused) return refusal('bad_request', 'It has not begun yet', { stage: 'It has not begun yet' })
    sent.push(body as Record<string, unknown>)
    return { ...activation, stage: 'confirmed' as const }
  })
  await showPortal(tab, support)
  await page.getByRole('button', { name: /^Actions for Opening night/ }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit activation' })
  await expect
    .element(edit)
    .toMatchTextContent('Its name, description, and materials are the same for all of its partners.')
  // The agreement was chosen before it was voided.
  await expect.element(field(edit, 'Agreement')).toHaveValue(voided.id)
  await edit.getByLabelText('Stage').selectOptions('Done')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(edit.getByText('It has not begun yet')).toBeVisible()
  isRefused = false
  await edit.getByLabelText('Stage').selectOptions('Confirmed')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expectToast('Activation updated successfully')
  expect(sent).toMatchObject([
    {
      ...{ stage: 'confirmed', documentId: voided.id, partnerId: rowPartner.id, contacts },
      ...{ arrival: 'Ring at the bay.', updatedAt: activation.updatedAt },
    },
  ])
})

test('the end date moves along with the start date, and an end date entered by hand stands', async () => {
  const activation = activationRow({
    ...{ activationDate: '2027-02-26T15:00:00.000Z', endsAt: '2027-02-28T20:00:00.000Z' },
    timeZone: 'America/New_York',
  })
  answer(getActivation, activation)
  answer(listPartnerActivations, [activation])
  answer(listAllActivations, { page: [{ ...activation, partner: rowPartner }], total: 1 })
  answer(updateActivation, ({ body }) => {
    sent.push(body as Record<string, unknown>)
    return activation
  })
  answer(previewMove, { moves: [], stays: [] })
  await showPortal(tab, support)
  const edit = page.getByRole('dialog', { name: 'Edit activation' })
  const [start, end] = [field(edit, 'Activation date'), field(edit, 'End date')]
  const open = async () => {
    await page.getByRole('button', { name: /^Actions for Opening night/ }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await expect.element(end).toHaveValue('2027-02-28')
  }
  await open()
  // These are the values of the field while the year is being typed.
  for (const typed of ['0002-02-26', '0020-02-26', '0202-02-26']) {
    await start.fill(typed)
    await expect.element(end).toHaveValue('2027-02-28')
  }
  await start.fill('2028-02-26')
  await expect.element(end).toHaveValue('2028-02-28')
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(edit).not.toBeInTheDocument()

  await open()
  await start.fill('2027-03-14')
  await expect.element(end).toHaveValue('2027-03-16')
  await start.fill('2027-02-26')
  // Everything is as it was, so that there is nothing to discard.
  await edit.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(edit).not.toBeInTheDocument()

  await open()
  await start.fill('2027-03-14')
  await expect.element(end).toHaveValue('2027-03-16')
  await end.fill('2027-03-20')
  await expect.element(start).toHaveValue('2027-03-14')
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expectToast('Activation updated successfully')
  // The clocks are set forward on March 14.
  expect(sent).toMatchObject([
    { activationDate: '2027-03-14T14:00:00.000Z', endsAt: '2027-03-20T19:00:00.000Z' },
  ])
})
