import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { electronicConsent } from '#contract/documents/agreements/electronic-consent.ts'
import { checkSealedPdf } from '#packages/sealed-pdf/check.ts'
import { getSeal } from '#server/features/documents/sealing/data.ts'
import { setCountersigned } from '#test/countersigning.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { documentIdOf } from '#test/partner-rows.ts'
import { readPdf } from '#test/pdf-programs.ts'
import { fillAgreement } from './agreement-steps.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { field, mouseInput } from './input-methods.ts'
import type { Portal } from './portal.ts'
import { codeField, expectResult, fact, filePicker, lookUpButton } from './verify-steps.ts'

const partnerSigns = async (page: Page) => {
  const { signButton, card } = await fillAgreement(page, mouseInput, 'nda')
  await signButton.click()
  // The toast may have come and gone.
  await expect(card.getByRole('button', { name: 'Signed' })).toBeDisabled()
  return card
}

/** The seal of a part, once there is one. */
const sealOf = async (portal: Portal, id: string, part: 'signature' | 'countersignature') => {
  await expect.poll(async () => (await getSeal(portal.db, id, part))?.sealedAt).toBeInstanceOf(Date)
  const { sha256, code } = (await getSeal(portal.db, id, part)) ?? {}
  return { sha256: sha256 ?? '', code: code ?? '' }
}

const download = async (page: Page, address: string) => (await page.request.get(address)).body()

test('the partner signs, an admin signs for the company, and both PDFs are verified', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  test.slow()
  await setCountersigned(portal, 'nda')
  const partner = await createPartner(portal)
  const id = documentIdOf(partner, 'nda')
  await signInAs(page, partner.user)
  await page.goto('/')
  const card = await partnerSigns(page)
  // The next agreements of the portal, which other tests share, are not countersigned.
  await setCountersigned(portal, 'nda', false)
  await expect(card).toContainText("The company's signature follows")
  const first = await sealOf(portal, id, 'signature')
  await page.goto(`/?agreement=${id}`)
  const ownDialog = page.getByRole('dialog', { name: 'NDA' })
  await expect(ownDialog.getByText("Signed by you; the company's signature follows.")).toBeVisible()
  await expect(ownDialog.getByRole('button', { name: /^Sign for/ })).toHaveCount(0)
  const firstPdf = await download(page, `${portal.url}/objects/${first.sha256}`)

  // The admin finds it in what needs attention.
  const admin = await createUser(portal, { role: 'admin', firstName: 'Robin', lastName: 'Vale' })
  const desk = await openBrowser()
  await signInAs(desk, admin)
  await desk.goto('/')
  const attention = desk.getByRole('region', { name: 'Needs attention' })
  await expect(attention.getByText('1 agreement to sign for the company')).toBeVisible()
  await attention.getByRole('link', { name: `Open the NDA of ${partner.profile.businessName}` }).click()
  const details = desk.getByRole('dialog', { name: 'NDA', exact: true })
  await expect(details.getByText("Waits for the company's signature")).toBeVisible()
  await expect(details.getByText(/^Signed by the partner; waits for the signature of /)).toBeVisible()
  await details.getByRole('button', { name: /^Sign for / }).click()

  const dialog = desk.getByRole('dialog', { name: /^Sign the NDA for / })
  await expect(field(dialog, 'Your name')).toHaveValue('Robin Vale')
  await expect(dialog.getByLabel('Text of the NDA')).toContainText('/s/ Dana Whitfield')
  const submit = dialog.getByRole('button', { name: /^Sign for / })
  await submit.click()
  await expect(field(dialog, 'Your title')).toBeFocused()
  await expect(dialog.getByText('Your title is required')).toBeVisible()
  await expectNoAxeViolations(desk, dialog)
  await field(dialog, 'Your title').fill('Director')
  await submit.click()
  const agreeBox = dialog.getByRole('checkbox', { name: electronicConsent.checkboxLabel })
  await expect(agreeBox).toBeFocused()
  await expect(agreeBox).toHaveAccessibleDescription('Check the box to agree before signing')
  await dialog.getByRole('button', { name: 'Read the consent' }).click()
  const consent = desk.getByRole('dialog', { name: electronicConsent.title })
  await expect(consent.getByText(electronicConsent.paragraphs[0])).toBeVisible()
  await consent.getByRole('button', { name: 'Done' }).click()
  await agreeBox.check()
  await submit.click()
  // The agreement's own text has these words, too, but not with a capital.
  await expect(details.getByText(/Signed by both/)).toBeVisible()
  await expect(details.getByText('Robin Vale, Director')).toBeVisible()
  await expect(details.getByRole('button', { name: /^Sign for / })).toHaveCount(0)

  // The partner, whose page is still open, sees and downloads it.
  const second = await sealOf(portal, id, 'countersignature')
  await expect(ownDialog.getByText('Robin Vale, Director')).toBeVisible()
  await expect(ownDialog.getByRole('link', { name: /^Download/ })).toHaveAttribute(
    'href',
    `/objects/${second.sha256}?download`,
  )
  const saving = page.waitForEvent('download')
  await ownDialog.getByRole('link', { name: /^Download/ }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^NDA countersigned \d{4}-\d\d-\d\d\.pdf$/)
  const secondPdf = await readFile(await saved.path())
  expect(await checkSealedPdf(secondPdf)).toMatchObject({ state: 'intact', sha256: second.sha256 })
  expect((await readPdf(secondPdf).pages()).join()).toContain('Signed electronically by Robin Vale, Director')
  const mail = await portal.mail.mailTo(partner.user.email, 2)
  expect(mail.subject).toBe('Signed by both: NDA')

  await page.goto('/verify')
  const choose = (buffer: Buffer) =>
    filePicker(page).setInputFiles({ name: 'agreement.pdf', mimeType: 'application/pdf', buffer })
  await choose(secondPdf)
  await expectResult(page, 'Unchanged and in force')
  await expect(fact(page, 'Signed for the company')).toContainText('Robin Vale')
  await expect(page.getByText('has signed since')).toHaveCount(0)
  await choose(firstPdf)
  await expectResult(page, 'Unchanged and in force')
  await expect(
    page.getByText(/has signed since, on .*: there is a later PDF with both signatures\./),
  ).toBeVisible()
  await expectNoAxeViolations(page)
  for (const { code } of [first, second]) {
    await codeField(page).fill(code)
    await lookUpButton(page).click()
    await expectResult(page, 'The agreement with this code is in force')
    await expect(fact(page, 'Signed for the company')).toContainText('Robin Vale')
  }
})
