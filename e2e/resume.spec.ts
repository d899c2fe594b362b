import type { Page } from '@playwright/test'
import { eq } from 'drizzle-orm'
import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import { exampleContractValues, exampleNdaValues } from '#contract/documents/agreements/example-values.ts'
import { partnerDocuments, partnerProfiles } from '#server/db/schema/partners.ts'
import { createPartner, createUser, sign } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { communicationMethods, field } from './input-methods.ts'
import { blockLiveUpdates, createGate } from './requests.ts'

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

  const third = await openBrowser()
  await signInAs(third, user)
  await third.goto('/')
  await expectStep(third, 3)
  await expect(nda(third).getByRole('button', { name: 'Signed' })).toBeDisabled()
  await expect(third.getByText('1 of 2 agreements signed')).toBeVisible()
  await expect(contract(third).getByRole('button', { name: /^Go to the end/ })).toBeVisible()
  await sign(portal, user, 'venue_partnership_agreement')

  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Partner Dashboard' })).toBeVisible()
  await page.goto('/onboarding')
  await expectStep(page, 4)
  await expect(page.getByRole('link', { name: /^Download/ })).toHaveCount(2)
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(page).toHaveURL('/')
})

test('the form shows a profile entered by staff, and submitting confirms it', async ({
  page,
  portal,
  signInAs,
}) => {
  const { user, profile } = await createPartner(portal, {
    status: 'profile',
    fullName: 'Ines Duarte',
    businessName: 'Duarte Ballroom',
    state: 'TX',
    preferredCommunicationMethod: 'phone',
    phoneNumber: '+1 555 010 0123',
    instagramUrl: 'https://instagram.com/duarte',
  })
  await signInAs(page, user)
  await page.goto('/')
  await expectStep(page, 1)
  await page.getByRole('button', { name: 'Start Onboarding' }).click()
  await expectStep(page, 2)

  for (const [label, value] of [
    ['Full Name', 'Ines Duarte'],
    ['Email Address', user.email],
    ['Business Name', 'Duarte Ballroom'],
    ['State', 'TX'],
    ['Phone Number', '+1 555 010 0123'],
    ['Business Website', 'https://harborview.example.com'],
    ['Main Marketing Contact', 'Dana Whitfield'],
    ['Instagram', 'https://instagram.com/duarte'],
  ] as const) {
    await expect(field(page, label)).toHaveValue(value)
  }
  // Partners are not offered this method, but a stored one shows.
  await expect(communicationMethods(page).own.getByRole('radio', { checked: true })).toHaveAccessibleName(
    'Phone',
  )

  await page.getByRole('button', { name: 'Continue to Documents' }).click()
  await expectStep(page, 3)
  const [stored] = await portal.db.select().from(partnerProfiles).where(eq(partnerProfiles.id, profile.id))
  expect(stored).toMatchObject({ onboardingStatus: 'documents', state: 'TX', phoneNumber: '+1 555 010 0123' })
})

test('the stored status decides which step shows, whatever the address asks for', async ({
  page,
  portal,
  signInAs,
}) => {
  for (const [status, steps] of [
    ['profile', { documents: 1 }],
    ['documents', { complete: 3, profile: 2 }],
    ['completed', { welcome: 4 }],
  ] as const) {
    await signInAs(page, (await createPartner(portal, { status })).user)
    for (const [asked, number] of Object.entries(steps)) {
      await test.step(`${status}, ${asked} asked for`, async () => {
        await page.goto(`/onboarding?step=${asked}`)
        await expectStep(page, number)
        const current = page.getByRole('list', { name: 'Onboarding steps' }).locator('[aria-current=step]')
        await expect(current).toHaveText(
          new RegExp(['Welcome', 'Profile', 'Documents', 'Complete'][number - 1] ?? 'none'),
        )
      })
    }
  }
})

test('Back and Forward move between the steps without losing typed values', async ({
  page,
  portal,
  signInAs,
}) => {
  await signInAs(page, await createUser(portal))
  await page.goto('/pre-onboarding')
  await page.getByRole('link', { name: 'Start Onboarding' }).click()
  await page.getByRole('button', { name: 'Start Onboarding' }).click()
  await field(page, 'Business Name').fill('Half a na')
  await page.goBack()
  await expectStep(page, 1)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Onboarding Required' })).toBeVisible()
  await page.goForward()
  await expectStep(page, 1)
  await page.goForward()
  await expectStep(page, 2)
  await expect(field(page, 'Business Name')).toHaveValue('Half a na')

  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expectStep(page, 1)
})

test('the profile can be changed again before the agreements are signed', async ({
  page,
  portal,
  signInAs,
}) => {
  await signInAs(page, (await createPartner(portal)).user)
  await page.goto('/')
  await page.getByRole('button', { name: 'Back to Profile' }).click()
  await expectStep(page, 2)
  await field(page, 'Business Name').fill('The New Name')
  await page.getByRole('button', { name: 'Continue to Documents' }).click()
  await expectStep(page, 3)
  await expect(field(nda(page), 'Your Company Name')).toHaveValue('The New Name')
  await page.goBack()
  await expectStep(page, 2)
  await page.goForward()
  await expectStep(page, 3)
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

test('an agreement signed in another window shows as signed and is not signed twice', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/status of 409 .*\/api\/partner\/documents$/)
  const { user } = await createPartner(portal)
  await signInAs(page, user)
  await blockLiveUpdates(page)
  await page.goto('/')
  await field(nda(page), 'Your Title').fill('Owner')
  await field(nda(page), 'Venue/Location').fill('Elsewhere')
  await sign(portal, user, 'nda')
  await agreeAndSign(nda(page))
  await expect(page.getByText('This agreement is already signed.', { exact: true })).toBeVisible()
  await expect(nda(page).getByRole('button', { name: 'Signed' })).toBeDisabled()
  await nda(page).getByRole('button', { name: firstAgreements.nda.title }).click()
  await expect(nda(page)).toContainText(exampleNdaValues.venue)
  await expect(nda(page)).not.toContainText('Elsewhere')
})

test('a failed signature shows an error and does not lose the filled-in values', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/500.*\/api\/partner\/documents$/)
  const { user, profile } = await createPartner(portal)
  await signInAs(page, user)
  await page.goto('/')
  await field(nda(page), 'Your Title').fill('Owner')
  await field(nda(page), 'Venue/Location').fill('Back Room')
  await page.route('/api/partner/documents', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
  )
  await agreeAndSign(nda(page))
  await expect(page.getByText('Failed to sign document. Please try again.', { exact: true })).toBeVisible()
  await expect(field(nda(page), 'Venue/Location')).toHaveValue('Back Room')
  const stored = await portal.db
    .select()
    .from(partnerDocuments)
    .where(eq(partnerDocuments.partnerId, profile.id))
  expect(stored.map(({ status }) => status)).toEqual(['pending', 'pending'])
})

test('a profile that fails to save shows an error and does not lose the filled-in values', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/500.*\/api\/partner\/profile$/)
  await signInAs(page, (await createPartner(portal, { status: 'profile' })).user)
  await page.goto('/onboarding?step=profile')
  await field(page, 'Business Name').fill('Kept Hall')
  const gate = createGate()
  await page.route('/api/partner/profile', async (route) => {
    await gate.opened
    await route.fulfill({ status: 500, body: '' })
  })
  await page.getByRole('button', { name: 'Continue to Documents' }).click()
  await expect(page.getByRole('button', { name: 'Creating...' })).toBeVisible()
  gate.open()
  await expect(
    page.getByText('Failed to create partner profile. Please try again.', { exact: true }),
  ).toBeVisible()
  await expectStep(page, 2)
  await page.reload({ waitUntil: 'commit' })
  await page.unroute('/api/partner/profile')
  await page.goto('/onboarding?step=profile')
  await expect(field(page, 'Business Name')).toHaveValue('Kept Hall')
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
