import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getConversation } from '#contract/chat/inbox.ts'
import {
  createPartner,
  getPartner,
  listPartnersWithUsers,
  updatePartner,
} from '#contract/partners/partners.ts'
import { getPartnerSummary } from '#contract/partners/record.ts'
import { getUser, listUsersWithoutProfiles } from '#contract/users/users.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { tabTo } from '#test/browser/keyboard.ts'
import { adminPartner, partnerRow, partnerSummary } from '#test/browser/partner-rows.ts'
import { admin, profile, support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { userRow } from '#test/browser/user-rows.ts'

const dialog = page.getByRole('dialog', { name: 'Add Partner' })
const submit = dialog.getByRole('button', { name: 'Add Partner' })
const chooser = dialog.getByRole('combobox', { name: 'User' })
/** Finds a field by its whole label, with or without the asterisk. */
const field = (label: string) => dialog.getByLabelText(new RegExp(`^${RegExp.escape(label)}( \\*)?$`))
const address = () => location.pathname + location.search
const summary = dialog.getByRole('alert').filter({ hasText: 'There is a problem' })
const errors = () =>
  summary
    .getByRole('link')
    .elements()
    .map(({ textContent }) => textContent)

const press = async (target: typeof submit) => {
  await tabTo(target)
  await userEvent.keyboard('{Enter}')
}
const type = async (target: typeof submit, text: string) => {
  await tabTo(target)
  await userEvent.keyboard(`{Control>}a{/Control}{Delete}${text}`)
}

const [ann, ben] = [
  userRow({ firstName: 'Ann', lastName: 'Keys' }),
  userRow({ firstName: 'Ben', lastName: 'Keys' }),
]
const choiceOf = ({ id, email, firstName, lastName, role }: typeof ann) => ({
  id,
  email,
  firstName,
  lastName,
  role,
})
const cara = userRow({ firstName: 'Cara', lastName: 'Link' })

test('a partner is added by the keyboard alone, after the errors are corrected', async () => {
  answer(listPartnersWithUsers, { page: [], total: 0 })
  answer(getUser, ({ params }) => (params.userId === ann.id ? ann : ben))
  answer(listUsersWithoutProfiles, ({ query }) => {
    const search = query.get('search') ?? ''
    const found = [ann, ben].filter((user) => `${user.firstName} ${user.lastName}`.startsWith(search))
    return { page: found.map(choiceOf), total: found.length }
  })
  let sent: unknown
  answer(createPartner, ({ body }) => {
    sent = body
    const row = partnerRow({ businessName: 'Ann Hall' })
    answer(listPartnersWithUsers, { page: [row], total: 1 })
    const { agreements: _, openTasks: _tasks, isOverdue: _overdue, lastSeenAt: _seen, ...known } = row
    const { lastContactAt: _at, invitedAt: _invited, hasSignedIn: _in, ...added } = known
    return added
  })
  await showPortal('/admin?tab=partners', support)
  const add = page
    .getByRole('region', { name: 'Partner Applications' })
    .getByRole('button', { name: 'Add Partner' })
  await press(add)
  await press(submit)
  await expect.element(summary).toHaveFocus()
  expect(errors()).toEqual([
    'User ID is required',
    'Full name is required',
    'Valid email is required',
    'Business name is required',
    'State is required',
    'Valid website URL is required',
    'Main marketing contact is required',
  ])
  await expectNoAxeViolations(dialog)
  await press(summary.getByRole('link', { name: 'User ID is required' }))
  await expect.element(chooser).toHaveFocus()

  const choose = async (name: string) => {
    await type(chooser, name)
    await expect.element(page.getByRole('option', { name: new RegExp(`^${name}`) })).toBeVisible()
    await expect.element(page.getByRole('listbox', { name: 'User' })).toHaveAttribute('aria-busy', 'false')
    await userEvent.keyboard('{Enter}')
    await expect.element(chooser).toHaveValue(name)
  }
  await choose('Ben Keys')
  await expect.element(field('Full Name')).toHaveValue('Ben Keys')
  await type(field('Email Address'), 'hall@example.com')
  // Another user replaces the prefilled name, but not the typed address.
  await choose('Ann Keys')
  await expect.element(field('Full Name')).toHaveValue('Ann Keys')
  await expect.element(field('Email Address')).toHaveValue('hall@example.com')
  await type(field('Business Name'), 'Ann Hall')
  await tabTo(field('State'))
  // No other state begins with this letter. With several letters, a browser starts a new search if one of them comes late.
  await userEvent.keyboard('F')
  await expect.element(field('State')).toHaveDisplayValue('Florida')
  await type(field('Business Website'), 'annhall.example.com')
  await type(field('Main Marketing Contact'), 'Mara Lee')

  // Back closes the form, and Forward restores what was typed.
  history.back()
  await expect.element(dialog).not.toBeInTheDocument()
  history.forward()
  await expect.element(dialog.getByText('Your unsaved entries were restored')).toBeVisible()
  await expect.element(chooser).toHaveValue('Ann Keys')
  await expect.element(field('Business Website')).toHaveValue('https://annhall.example.com')

  await tabTo(
    dialog
      .getByRole('radiogroup', { name: 'Preferred Communication Method' })
      .getByRole('radio', { checked: true }),
  )
  await userEvent.keyboard('{ArrowDown}')
  await expect
    .element(
      dialog
        .getByRole('radiogroup', { name: 'Preferred Communication Method' })
        .getByRole('radio', { name: 'Phone' }),
    )
    .toBeChecked()
  await type(field('Facebook'), 'my page')
  await type(field('Event Name(s)'), 'Spring weekend')
  await press(submit)
  await expect.poll(errors).toEqual(['Valid Facebook URL'])
  await type(field('Facebook'), '')
  await press(submit)
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('Partner added successfully', { exact: true })).toBeVisible()
  expect(address()).toBe('/admin?tab=partners')
  await expect.element(page.getByRole('table').getByText('Ann Hall', { exact: true })).toBeVisible()
  expect(sent).toMatchObject({
    userId: ann.id,
    fullName: 'Ann Keys',
    email: 'hall@example.com',
    state: 'FL',
    businessWebsite: 'https://annhall.example.com',
    preferredCommunicationMethod: 'phone',
    eventName: 'Spring weekend',
  })

  // The next form is empty.
  await press(add)
  await expect.element(field('Business Name')).toHaveValue('')
})

test('an address opens Add Partner for one user, and a refusal does not lose the typed values', async () => {
  answer(listPartnersWithUsers, { page: [], total: 0 })
  answer(listUsersWithoutProfiles, { page: [choiceOf(cara)], total: 1 })
  answer(getUser, cara)
  await showPortal(`/admin?tab=partners&add=${cara.id}`, admin)
  await expect.element(chooser).toHaveValue('Cara Link')
  await expect.element(field('Full Name')).toHaveValue('Cara Link')
  await expect.element(field('Email Address')).toHaveValue(cara.email)
  await field('Business Name').fill('Cafe Hall')
  await reloadPortal()
  await expect.element(field('Business Name')).toHaveValue('Cafe Hall')
  await dialog.getByRole('button', { name: 'Start over' }).click()
  await expect.element(chooser).toHaveFocus()
  await expect.element(field('Business Name')).toHaveValue('')
  await expect.element(field('Email Address')).toHaveValue(cara.email)
  await field('Business Name').fill('Cara Hall')
  await userEvent.keyboard('{Escape}')
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await field('State').selectOptions('Alabama')
  await field('Business Website').fill('https://cara.example.com')
  await field('Main Marketing Contact').fill('Cara herself')

  const taken = 'This user already has a partner profile.'
  answer(createPartner, refusal('conflict', taken))
  await submit.click()
  await expect.element(dialog.getByRole('link', { name: taken })).toBeVisible()
  expect(document.querySelector('[data-toasts] li')?.textContent).toContain(taken)
  await expect.element(field('Business Name')).toHaveValue('Cara Hall')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(address).toBe('/admin?tab=partners')
})

test('Add Partner for a user who is already a partner links to that partner', async () => {
  answer(listPartnersWithUsers, { page: [], total: 0 })
  answer(getUser, { ...cara, hasPartnerProfile: true, partnerId: profile.id })
  answer(getPartner, refusal('not_found'))
  answer(getPartnerSummary, refusal('not_found'))
  await showPortal(`/admin?tab=partners&add=${cara.id}`, admin)
  await dialog.getByRole('link', { name: 'View partner' }).click()
  await expect.poll(address).toContain(`partner=${profile.id}`)
  await expect.element(page.getByText('This partner no longer exists.')).toBeVisible()
})

test('saving a partner keeps values that the form does not offer, and is refused if it would overwrite a change by others', async () => {
  let partner = { ...adminPartner, preferredCommunicationMethod: 'text' as const, phoneNumber: '555 0100' }
  const sent: unknown[] = []
  answer(listPartnersWithUsers, { page: [], total: 0 })
  answer(getPartnerSummary, partnerSummary)
  answer(getConversation, refusal('not_found'))
  answer(getPartner, () => partner)
  answer(updatePartner, ({ body }) => {
    const { updatedAt, mainMarketingContact, businessName } = body as typeof partner
    if (updatedAt !== partner.updatedAt) return refusal('conflict', 'Someone else has changed this.')
    sent.push(body)
    partner = { ...partner, mainMarketingContact, businessName }
    return partner
  })
  await showPortal(`/admin?tab=partners&partner=${partner.id}`, support)
  await page.getByRole('button', { name: 'Edit Partner' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit Partner' })
  const input = (label: string) => editing.getByLabelText(new RegExp(`^${RegExp.escape(label)}( \\*)?$`))
  // The form does not offer this method, but it stays because the partner chose it.
  const methods = editing.getByRole('radiogroup', { name: 'Preferred Communication Method' })
  await expect.element(methods.getByRole('radio', { name: 'Text/SMS' })).toBeChecked()
  await input('Business Name').fill('Mine')
  partner = { ...partner, businessName: 'Theirs', updatedAt: '2026-11-20T15:00:00.000Z' }
  const save = editing.getByRole('button', { name: 'Save changes' })
  await save.click()
  await expect.element(editing.getByText('Someone else has changed this.')).toBeInViewport()
  await expect.element(input('Business Name')).toHaveValue('Mine')
  await editing.getByRole('button', { name: 'Load latest version' }).click()
  await expect.element(input('Business Name')).toHaveValue('Theirs')
  await input('Main Marketing Contact').fill('Both of us')
  await input('Setup/Takedown/Security Details').fill('Doors at 5\nStaff at 4')
  await save.click()
  await expect.element(editing).not.toBeInTheDocument()
  await expect.element(page.getByRole('dialog').getByText('Both of us')).toBeVisible()
  await expect.element(page.getByText('Partner updated successfully', { exact: true })).toBeVisible()
  expect(sent).toMatchObject([
    {
      ...{ businessName: 'Theirs', mainMarketingContact: 'Both of us' },
      ...{ preferredCommunicationMethod: 'text', setupDetails: 'Doors at 5\nStaff at 4' },
    },
  ])
})
