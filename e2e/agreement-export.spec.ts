import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { documentSeals } from '#server/db/schema/evidence.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { sign } from '#test/factories.ts'
import { documentIdOf } from '#test/partner-rows.ts'
import { unzip } from '#test/zip.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { tabTo } from './input-methods.ts'
import { expectToast } from './resource-steps.ts'
import { newPartner, section } from './staff-steps.ts'

test('staff download all that a partner has signed, and a download that breaks off is no file and says so', async ({
  page,
  portal,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/agreements\/export/)
  const partner = await newPartner(portal, 'documents')
  await signInAs(page, 'support@demo.test')
  await page.goto(`/?partner=${partner.profile.id}`)
  const agreements = section(page, 'Signed Agreements')
  await expect(agreements.getByRole('button', { name: 'Add Document' })).toBeVisible()
  await expect(agreements.getByText('Pending signature').first()).toBeVisible()
  const button = agreements.getByRole('button', { name: 'Download all' })
  await expect(button).toHaveCount(0)

  await sign(portal, partner.user, 'nda')
  await expect(button).toBeVisible()
  const address = '**/api/admin/agreements/export*'
  await page.route(address, (route) => route.abort('connectionreset'))
  await button.click()
  await expectToast(page, 'The agreements could not be downloaded. Check your connection and try again.')
  await page.unroute(address)

  const downloaded = page.waitForEvent('download')
  await button.click()
  const file = await downloaded
  expect(file.suggestedFilename()).toBe(`Agreements of ${partner.profile.businessName}.zip`)
  const entries = await unzip(await readFile(await file.path()))
  const manifest = JSON.parse(entries['manifest.json'] ?? '')
  expect(manifest.agreements).toMatchObject([{ id: documentIdOf(partner, 'nda'), signed: 'electronically' }])
  expect(Object.keys(entries)).toEqual([manifest.agreements[0].file.path, 'manifest.json'])

  await page.goto(`/?record=${partner.profile.id}&section=agreements`)
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Download all' })).toBeVisible()
})

test('staff export all agreements of a period', async ({ page, portal, signInAs, browserErrors }) => {
  browserErrors.allow(/status of 404.*agreements\/export/)
  const partner = await newPartner(portal, 'documents')
  await sign(portal, partner.user, 'nda')
  const id = documentIdOf(partner, 'nda')
  const signedAt = new Date('2015-04-10T12:00:00Z')
  await portal.db.update(partnerDocuments).set({ signedAt }).where(eq(partnerDocuments.id, id))
  await signInAs(page, 'support@demo.test')
  await page.goto('/')
  const open = section(page, 'Signed Agreements').getByRole('button', { name: 'Export agreements' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Export agreements' })
  const [from, to] = [dialog.getByLabel('Signed from'), dialog.getByLabel('Signed until')]
  await dialog.getByRole('button', { name: 'This year' }).click()
  await expect(from).toHaveValue(/^\d{4}-01-01$/)
  await expect(to).toHaveValue(/^\d{4}-12-31$/)
  await from.fill('2015-04-11')
  await to.fill('2015-04-10')
  const submit = dialog.getByRole('button', { name: 'Export', exact: true })
  await submit.click()
  await expect(dialog.getByText('Enter a day that is not before the first')).toBeVisible()
  await expectNoAxeViolations(page, dialog)
  await from.fill('2014-04-01')
  await to.fill('2014-04-30')
  await submit.click()
  await expectToast(page, 'No agreements were signed in this period.')

  await from.fill('2015-04-10')
  await to.fill('2015-04-10')
  const downloaded = page.waitForEvent('download')
  await tabTo(submit)
  await page.keyboard.press('Enter')
  const file = await downloaded
  expect(file.suggestedFilename()).toBe('Agreements 2015-04-10 to 2015-04-10.zip')
  const entries = await unzip(await readFile(await file.path()))
  const manifest = JSON.parse(entries['manifest.json'] ?? '')
  expect(manifest.filter).toEqual({ partnerId: null, from: '2015-04-10', to: '2015-04-10' })
  expect(manifest.agreements.map((agreement: { id: string }) => agreement.id)).toContain(id)
  await expect(dialog).toHaveCount(0)
  await expect(open).toBeFocused()
})

test('an agreement that is not sealed needs attention, with the reason, and opens', async ({
  page,
  portal,
  signInAs,
}) => {
  const partner = await newPartner(portal, 'documents')
  await sign(portal, partner.user, 'nda')
  const isOwn = eq(documentSeals.documentId, documentIdOf(partner, 'nda'))
  const [due] = await portal.db.select().from(documentSeals).where(isOwn)
  // The seal looks as if an attempt had failed. The failure is not counted, since the operator gets an email for counted ones.
  const failed = {
    requestedAt: new Date(Date.now() - 20 * 60_000),
    dueAt: new Date(Date.now() + 60 * 60_000),
    failures: 0,
    failure: 'storage: full',
    sealedAt: null,
    sha256: null,
    code: null,
  }
  await portal.db.update(documentSeals).set(failed).where(isOwn)
  await signInAs(page, 'support@demo.test')
  await page.goto('/')
  const card = section(page, 'Needs attention')
  const line = card.getByRole('listitem').filter({ hasText: 'NDA is not sealed' })
  await expect(line).toContainText(partner.profile.businessName)
  await expect(line).toContainText('the file storage is full')
  await expect(card.getByRole('link', { name: '1 agreement not sealed' })).toBeVisible()
  await line.getByRole('link', { name: `Open NDA of ${partner.profile.fullName}` }).click()
  await expect(page.getByRole('dialog').getByText('The sealed PDF is being made')).toBeVisible()
  // It is sealed as usual, so that other tests of this portal find none that has waited.
  await portal.db
    .update(documentSeals)
    .set({ ...due })
    .where(isOwn)
})
