import { auditEventsOf } from '#test/audit-events.ts'
import { createDocument, sign } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'
import { chooseAction, expectToast, toast } from './resource-steps.ts'
import { row, visitPartner } from './staff-steps.ts'

test('an admin takes Mark Signed and a status back, and deletes an agreement', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/409.*\/withdraw$/)
  const { partnerId, profile, user, staff } = await visitPartner(portal, page, signInAs, {
    role: 'admin',
    status: 'documents',
  })
  await sign(portal, user, 'venue_partnership_agreement')
  await createDocument(portal, { partnerId, appendixA: { eventName: 'Gala' } })
  const nda = row(page, 'NDA Agreement')
  const venue = row(page, 'VENUE PARTNERSHIP AGREEMENT Agreement')
  await expect(venue).toHaveCount(2)

  await chooseAction(page, 'NDA', 'Mark Signed')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark Signed' }).click()
  await expectToast(page, 'Document marked as signed')
  await expect(page.getByText('Approved', { exact: true })).toBeVisible()

  await chooseAction(page, 'NDA', 'Take back Mark Signed')
  const dialog = page.getByRole('dialog', { name: 'Take back Mark Signed of NDA?' })
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expect(dialog.getByText('Enter a reason', { exact: true })).toBeVisible()
  await expectNoAxeViolations(page, dialog)
  await field(dialog, 'Reason').fill('The paper was not signed')
  await dialog.getByRole('button', { name: 'Take back' }).click()
  await expectToast(page, 'Mark Signed taken back')
  await expect(nda).toContainText('Pending signature')
  await expect(page.getByText('Under Review', { exact: true })).toBeVisible()

  // The only one of its type stays.
  await chooseAction(page, 'NDA', 'Delete')
  const last = page.getByRole('dialog', { name: 'Delete NDA?' })
  await field(last, 'Reason').fill('Not needed')
  await last.getByRole('button', { name: 'Delete' }).click()
  await expect(toast(page)).toContainText('needs at least one agreement of each type')
  await last.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()

  // The one to sign is the first.
  await page.getByRole('button', { name: 'Actions for Venue Partnership Agreement' }).first().click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const further = page.getByRole('dialog', { name: 'Delete Venue Partnership Agreement?' })
  await field(further, 'Reason').fill('For another venue')
  await further.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Agreement deleted')
  await expect(venue).toHaveCount(1)

  await page.goto(`/admin?tab=partners&partner=${partnerId}`)
  const details = page.getByRole('dialog', { name: profile.fullName })
  await details.getByRole('button', { name: 'Take back', exact: true }).click()
  const status = page.getByRole('dialog', { name: `Take back the status of ${profile.fullName}?` })
  await field(status, 'Reason').fill('Wrong business')
  await status.getByRole('button', { name: 'Take back' }).click()
  // The details hide it from a screen reader.
  await expect(toast(page)).toContainText('Status taken back')
  await expect(status).toHaveCount(0)
  await expect(details.getByText('Pending', { exact: true }).first()).toBeVisible()
  await expect(details.getByRole('button', { name: 'Take back', exact: true })).toHaveCount(0)

  const events = await auditEventsOf(portal, staff)
  expect(events.map(({ action, after }) => [action, after?.reason])).toEqual([
    ['document.marked_signed', undefined],
    ['document.signature_taken_back', 'The paper was not signed'],
    ['document.withdrawn', 'For another venue'],
    ['partner.status_taken_back', 'Wrong business'],
  ])
})

test('support adds the scan of a paper after Mark Signed', async ({ page, portal, signInAs }) => {
  await visitPartner(portal, page, signInAs, { status: 'documents' })
  await chooseAction(page, 'NDA', 'Mark Signed')
  await page.getByRole('dialog').getByRole('button', { name: 'Mark Signed' }).click()
  await expectToast(page, 'Document marked as signed')

  await chooseAction(page, 'NDA', 'Add scan')
  const dialog = page.getByRole('dialog', { name: 'Add scan of NDA' })
  await dialog.getByRole('button', { name: 'Add scan' }).click()
  await expect(dialog.getByText('Choose a file', { exact: true })).toBeVisible()
  await expectNoAxeViolations(page, dialog)
  const buffer = Buffer.from('%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
  const file = { name: 'Signed.pdf', mimeType: 'application/pdf', buffer }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Add scan' }).click()
  await expectToast(page, 'Scan added')
  // Support can only change its dates from now on.
  await row(page, 'NDA Agreement')
    .getByRole('button', { name: /^Actions for/ })
    .click()
  await expect(page.getByRole('menuitem')).toHaveText(['Dates'])
  await page.keyboard.press('Escape')
  await row(page, 'NDA Agreement').getByRole('link').first().click()
  await expect(page.getByRole('link', { name: /Open the scan/ })).toContainText('Signed.pdf')
})
