import { eq } from 'drizzle-orm'
import { onboardingNames } from '#contract/documents/agreements/agreement.ts'
import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { documentIdOf, documentsOf } from '#test/partner-rows.ts'
import { createSeal } from '#test/seal-rows.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'
import { expectToast } from './resource-steps.ts'
import { section, visitPartner } from './staff-steps.ts'
import { expectResult } from './verify-steps.ts'

const nda = firstAgreements.nda.title
const contractName = onboardingNames.venue_partnership_agreement
const reason = 'The territory is too small'

test('a partner declines an agreement with a reason, which staff read, and can sign it still', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const partner = await createPartner(portal)
  await signInAs(page, partner.user)
  await page.goto('/')
  const card = page.getByRole('region', { name: nda })
  await card.getByRole('button', { name: 'Decline the NDA' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline the NDA?' })
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(dialog.getByText('Enter a reason', { exact: true })).toBeVisible()
  await expectNoAxeViolations(page, dialog)
  await field(dialog, 'Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Decline' }).click()
  await expect(card.getByText(/^You declined this on .*\. You can still sign it\.$/)).toBeVisible()
  await expect(card.getByRole('button', { name: /^Decline/ })).toHaveCount(0)
  await expect(card.getByRole('button', { name: nda })).toBeFocused()
  await expectToast(page, 'Agreement declined')
  // What comes next is the other one.
  await expect(
    page.getByRole('button', { name: firstAgreements.venue_partnership_agreement.title }),
  ).toHaveAttribute('aria-expanded', 'true')
  await page.setViewportSize({ width: 390, height: 844 })
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await expect(card.getByRole('button', { name: nda })).toHaveAttribute('aria-expanded', 'false')
  await card.getByRole('button', { name: nda }).click()
  await expect(card.getByRole('button', { name: 'Go to the end of the NDA' })).toBeVisible()

  const staff = await openBrowser()
  await signInAs(staff, await createUser(portal, { role: 'support' }))
  await staff.goto(`/?agreement=${documentIdOf(partner, 'nda')}`)
  const details = staff.getByRole('dialog', { name: 'NDA' })
  await expect(details.getByText('The partner declined this agreement')).toBeVisible()
  await expect(details.getByText(`Reason: ${reason}`)).toBeVisible()
  await staff.goto(`/?partner=${partner.profile.id}`)
  await expect(section(staff, 'Signed Agreements').getByText(/^Declined: /)).toBeVisible()
  await staff.goto('/')
  const attention = section(staff, 'Needs attention')
  // Of all that waits only the first few have a row.
  await expect(attention.getByRole('link', { name: /^\d+ declined agreements?$/ })).toBeVisible()
})

test('staff set the dates of an agreement and an admin voids it, which its partner and whoever verifies it see', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const { user, profile, documents, staff } = await visitPartner(portal, page, signInAs, { role: 'admin' })
  const id = documents.find(({ documentType }) => documentType === 'nda')?.id ?? ''
  const { code } = await createSeal(portal, id)
  const agreements = section(page, 'Signed Agreements')
  await expect(agreements.getByText('2 of 2 signed')).toBeVisible()

  await agreements.getByRole('button', { name: /^Actions for NDA/ }).click()
  await page.getByRole('menuitem', { name: 'Dates' }).click()
  const dates = page.getByRole('dialog', { name: 'Dates of NDA' })
  await field(dates, 'Effective date').fill('2098-01-02')
  await field(dates, 'End date').fill('2098-01-01')
  await dates.getByRole('button', { name: 'Save changes' }).click()
  await expect(dates.getByText('It cannot end before it takes effect', { exact: true })).toBeVisible()
  await expectNoAxeViolations(page, dates)
  await field(dates, 'Effective date').fill('')
  await field(dates, 'End date').fill('2098-12-31')
  await dates.getByRole('button', { name: 'Save changes' }).click()
  await expectToast(page, 'Dates changed')
  await expect(agreements.getByText(', in force until Dec 31, 2098')).toBeVisible()

  await agreements.getByRole('button', { name: /^Actions for NDA/ }).click()
  await page.getByRole('menuitem', { name: 'Void' }).click()
  const question = page.getByRole('dialog', { name: 'Void NDA?' })
  await expect(question).toContainText(profile.fullName)
  await field(question, 'Reason').fill('The wrong company is named in it')
  await question.getByRole('button', { name: 'Void', exact: true }).click()
  await expectToast(page, 'Agreement voided')
  await expect(agreements.getByText(/^, voided: /)).toBeVisible()
  // A new one is there to sign instead.
  await expect(agreements.getByText('1 of 2 signed')).toBeVisible()
  await page.goto(`/?agreement=${id}`)
  const details = page.getByRole('dialog', { name: 'NDA' })
  await expect(details.getByText(`by ${staff.firstName} ${staff.lastName}`)).toBeVisible()
  await expect(details.getByText('Reason: The wrong company is named in it')).toBeVisible()
  await expect(details.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)

  const other = await openBrowser()
  await other.goto(`/verify?code=${code}`)
  await expectResult(other, 'The agreement with this code was voided')
  await signInAs(other, user)
  await other.goto('/')
  const own = section(other, 'Signed Agreements')
  await expect(own.getByText(/^, voided: /)).toBeVisible()
  await expect(own.getByRole('link', { name: 'Download NDA' })).toBeVisible()
  await expect(own.getByText('Pending signature')).toBeVisible()
})

test('an agreement is given with its dates and replaces what was signed before, and another with its terms', async ({
  page,
  portal,
  signInAs,
}) => {
  const { profile, partnerId } = await visitPartner(portal, page, signInAs)
  await section(page, 'Signed Agreements').getByRole('button', { name: 'Add Document' }).click()
  const add = page.getByRole('dialog', { name: 'Add Document' })
  await field(add, 'Document type').selectOption(contractName)
  await field(add, 'Effective date').fill('2030-01-01')
  await field(add, 'End date').fill('2030-12-31')
  await add.getByRole('checkbox', { name: /^Replaces what was signed before/ }).check()
  await add.getByRole('button', { name: 'Add Document' }).click()
  await expectToast(page, 'Document added successfully')
  const added = (await documentsOf(portal, { profile })).find(({ replacesEarlier }) => replacesEarlier)
  expect(added).toMatchObject({ partnerId, effectiveOn: '2030-01-01', endsOn: '2030-12-31' })

  await page.goto(`/?agreement=${added?.id}`)
  const details = page.getByRole('dialog', { name: contractName })
  await expect(details.getByText('Dec 31, 2030')).toBeVisible()
  await expect(details.getByText('What was signed before')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto(`/?partner=${partnerId}`)
  // The one to sign is the first.
  await page
    .getByRole('button', { name: `Actions for ${contractName}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Mark Signed' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('This records a signature made on paper')
  await expectNoAxeViolations(page, question)
  await question.getByRole('button', { name: 'Mark Signed' }).click()
  await expectToast(page, 'Document marked as signed')
  await expect(section(page, 'Signed Agreements').getByText(/^Signed: /)).toHaveCount(3)
  await page
    .getByRole('button', { name: `Actions for ${contractName}` })
    .last()
    .click()
  // The paper lacks its scan.
  await expect(page.getByRole('menuitem', { name: 'Add scan' })).toBeVisible()
  const today = new Date().toISOString().slice(0, 10)
  const ended = await portal.db.$count(partnerDocuments, eq(partnerDocuments.endsOn, today))
  expect(ended).toBe(1)

  // One with terms of its own.
  await page.keyboard.press('Escape')
  await section(page, 'Signed Agreements').getByRole('button', { name: 'Add Document' }).click()
  await add.getByRole('button', { name: 'Add Document' }).click()
  await expect(add.getByText('Document type is required', { exact: true })).toBeVisible()
  await field(add, 'Document type').selectOption(contractName)
  await field(add, 'Event Name(s)').fill('Harvest supper')
  await field(add, 'Agreement Date').fill('2099-09-01')
  await field(add, 'Partnership Fee Amount').fill('2500')
  await expectNoAxeViolations(page, add)
  await add.getByRole('button', { name: 'Add Document' }).click()
  await expectToast(page, 'Document added successfully')
  const terms = { eventName: 'Harvest supper', partnershipDate: '2099-09-01', paymentAmount: '2500' }
  expect((await documentsOf(portal, { profile })).map(({ appendixA }) => appendixA)).toContainEqual(
    expect.objectContaining(terms),
  )
})
