import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { getOwnAccount, type OwnAccount, putOwnPicture, updateOwnAccount } from '#contract/account/profile.ts'
import { getCalendarFeed } from '#contract/calendar.ts'
import { getProfile, type PartnerProfile, saveProfile } from '#contract/partners/profile.ts'
import { partner, profile } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'
import { address, expectToast } from '#test/browser/steps.ts'

const dialog = page.getByRole('dialog', { name: 'Account and security' })
const changedMeanwhile = 'Someone else changed this after you opened it.'
const textbox = (name: string) => dialog.getByRole('textbox', { name })

const showProfile = async () => {
  let account: OwnAccount = {
    email: partner.email,
    firstName: null,
    lastName: null,
    timeZone: 'America/New_York',
    isTimeZoneChosen: false,
    profileImageUrl: null,
  }
  answerEmptyHome()
  answer(getOwnAccount, () => account)
  answer(updateOwnAccount, ({ body }) => {
    account = { ...account, ...(body as Partial<OwnAccount>), isTimeZoneChosen: true }
    return account
  })
  answer(putOwnPicture, () => account)
  answer(getCalendarFeed, { feed: null })
  await showPortal('/?account=profile', partner)
  await expect.element(textbox('First Name')).toBeVisible()
  return () => account
}

test('a partner changes name, time zone and picture, and typed values survive a change of the dialog’s tab', async () => {
  const stored = await showProfile()
  await textbox('First Name').fill('Annabel')
  await dialog.getByRole('combobox', { name: 'Time zone' }).selectOptions('Europe/Berlin')
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast('Details saved')
  expect(stored()).toMatchObject({ firstName: 'Annabel', timeZone: 'Europe/Berlin' })

  const canvas = new OffscreenCanvas(3, 2)
  canvas.getContext('2d')?.fillRect(0, 0, 3, 2)
  const file = new File([await canvas.convertToBlob()], 'me.png', { type: 'image/png' })
  await userEvent.upload(dialog.getByLabelText('Picture'), file)
  await expectToast('Picture saved')

  await textbox('Last Name').fill('Hill')
  await dialog.getByRole('link', { name: 'Calendar' }).click()
  await expect.poll(address).toBe('/?account=calendar')
  await dialog.getByRole('link', { name: 'Profile', exact: true }).click()
  await expect.element(textbox('Last Name')).toHaveValue('Hill')
})

test('a partner saves the profile twice without overwriting what staff have changed', async () => {
  await showProfile()
  let stored: PartnerProfile = profile
  let saved = 0
  answer(getProfile, () => stored)
  answer(saveProfile, ({ body }) => {
    const { updatedAt, ...fields } = body as PartnerProfile
    if (updatedAt !== stored.updatedAt) return refusal('conflict', changedMeanwhile)
    stored = { ...stored, ...fields, updatedAt: new Date(Date.UTC(2026, 10, 20) + ++saved).toISOString() }
    return stored
  })
  const save = dialog.getByRole('button', { name: 'Save profile' })
  // The second save starts from the state that the first one stored.
  for (const name of ['Harbor', 'Harbor Annex']) {
    await textbox('Business Name').fill(name)
    await save.click()
    await expectToast('Profile saved')
    expect(stored.businessName).toBe(name)
  }
  await textbox('Business Website').fill('https://annex.example.com')
  stored = { ...stored, businessName: 'By staff', updatedAt: '2026-11-21T15:00:00.000Z' }
  await save.click()
  await expect.element(dialog.getByText(changedMeanwhile)).toBeVisible()
  await expect.element(textbox('Business Website')).toHaveValue('https://annex.example.com')
  await dialog.getByRole('button', { name: 'Load latest version' }).click()
  await expect.element(textbox('Business Name')).toHaveValue('By staff')

  await page.viewport(390, 900)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await textbox('Business Website').fill('https://harbor.example.com')
  await save.click()
  await expect.poll(() => stored.businessWebsite).toBe('https://harbor.example.com')
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})
