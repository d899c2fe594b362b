import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import { exampleContractValues } from '#contract/documents/agreements/example-values.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { createPartner, createUser, sign } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'

const expectStep = (page: Page, number: number) =>
  expect(page.getByText(`Step ${number} of 4`, { exact: true })).toBeVisible()

const nda = (page: Page) => page.getByRole('region', { name: firstAgreements.nda.title })
const contract = (page: Page) =>
  page.getByRole('region', { name: firstAgreements.venue_partnership_agreement.title })

const agreeAndSign = async (card: ReturnType<typeof nda>) => {
  await card.getByRole('button', { name: /^Go to the end/ }).click()
  await card.getByRole('checkbox').check()
  await card.getByRole('button', { name: 'Sign Document' }).click()
}

test('onboarding continues where it stopped, in another browser, too', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const user = await createUser(portal, { firstName: 'Noor', lastName: 'Haddad' })
  await signInAs(page, user)
  await page.goto('/onboarding')
  await page.getByRole('button', { name: 'Start Onboarding' }).click()
  await field(page, 'Business Name').fill('Haddad Hall')
  await field(page, 'Business Website').fill('https://haddad.example.com')
  await field(page, 'Main Marketing Contact').fill('Noor Haddad')
  await field(page, 'Marketing Contact Email').fill('noor@example.com')
  await page.getByRole('button', { name: 'Continue to Documents' }).click()
  await expectStep(page, 3)

  const second = await openBrowser()
  await signInAs(second, user)
  await second.goto('/')
  await expectStep(second, 3)
  await expect(second.getByText('0 of 2 agreements signed')).toBeVisible()
  await field(nda(second), 'Your Title').fill('Owner')
  await field(nda(second), 'Venue/Location').fill('Haddad Hall')
  await agreeAndSign(nda(second))
  await expect(nda(second).getByRole('button', { name: 'Signed' })).toBeDisabled()

  await page.goto('/')
  await expectStep(page, 3)
  await expect(nda(page).getByRole('button', { name: 'Signed' })).toBeDisabled()
  await expect(page.getByText('1 of 2 agreements signed')).toBeVisible()
  await expect(contract(page).getByRole('button', { name: /^Go to the end/ })).toBeVisible()
  await sign(portal, user, 'venue_partnership_agreement')

  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Partner Dashboard' })).toBeVisible()
  await page.goto('/onboarding')
  await expectStep(page, 4)
  await expect(page.getByRole('link', { name: /^Download/ })).toHaveCount(2)
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(page).toHaveURL('/')
})

test('the second signature does not lead to the dashboard before Complete Onboarding', async ({
  page,
  portal,
  signInAs,
}) => {
  const { recipientCompany: _, ...terms } = exampleContractValues
  const { user } = await createPartner(portal, terms)
  await sign(portal, user, 'nda')
  await signInAs(page, user)
  await page.goto('/')
  await expectStep(page, 3)
  await expect(contract(page)).toContainText('Agreed terms')
  await expect(contract(page).getByRole('definition').first()).toHaveText('Dec 1, 2026')
  await expect(field(contract(page), 'Event Name(s)')).toHaveCount(0)
  await agreeAndSign(contract(page))
  await expect(page.getByText('2 of 2 agreements signed')).toBeVisible()

  const [stored] = await portal.db.select().from(partnerProfiles).where(eq(partnerProfiles.userId, user.id))
  expect(stored?.onboardingStatus).toBe('completed')
  // The profile reloads after a signature, and the button depends on it.
  await expect(page.getByRole('button', { name: 'Back to Profile' })).toBeHidden()
  await expectStep(page, 3)
  await page.reload()
  await expectStep(page, 3)
  await expect(page.getByText('2 of 2 agreements signed')).toBeVisible()
  await page.getByRole('button', { name: 'Complete Onboarding' }).click()
  await expect(page.getByText('Onboarding Complete!', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Partner Dashboard')
})

test('the next user at the same computer does not see the typed values of the former one', async ({
  page,
  portal,
  signInAs,
}) => {
  await signInAs(page, await createUser(portal))
  await page.goto('/onboarding?step=profile')
  await field(page, 'Business Name').fill('A Secret Plan')
  await page.getByRole('link', { name: 'Logout' }).click()
  await expect(page.getByRole('link', { name: 'Partner Login' })).toBeVisible()
  await signInAs(page, await createUser(portal))
  await page.goto('/onboarding?step=profile')
  await expect(field(page, 'Business Name')).toHaveValue('')
})
