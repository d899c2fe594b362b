import type { Page } from '@playwright/test'
import { listDocuments } from '#server/features/documents/data.ts'
import { createAgreementType } from '#test/agreement-types.ts'
import { createDocument, createPartner, createUser, signedOnPaper } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'
import { expectToast, uniqueName } from './resource-steps.ts'

const signerLines = [
  '> Name: {{signerName}}, {{signerTitle}}',
  '> For: {{recipientCompany}}, {{signatureDate}}',
]
const sourceOf = (...paragraphs: string[]) => [...paragraphs, ...signerLines].join('\n\n')

const show = (page: Page, view: string) => page.getByRole('button', { name: view, exact: true }).click()

test('an admin adds a type with a field, publishes its text, and a partner signs it', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const name = uniqueName('Photo Release')
  await signInAs(page, await createUser(portal, { role: 'admin' }))
  await page.goto('/admin?tab=agreements')
  await page.getByRole('button', { name: 'New type' }).click()
  const dialog = page.getByRole('dialog', { name: 'New agreement type' })
  await dialog.getByRole('button', { name: 'Add type' }).click()
  await expect(field(dialog, 'Name')).toHaveAccessibleDescription('A name is required')
  await field(dialog, 'Name').fill(name)
  await dialog.getByRole('button', { name: 'Add type' }).click()
  await expect(dialog).toBeHidden()

  await expect(page.getByText('No text is published yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add field' }).click()
  await field(page, 'Label').fill('Event Name(s)')
  await field(page, 'Label').blur()
  await expect(page.getByText('“Event Name(s)” has no place in the text')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled()
  await field(page, 'Text').fill(sourceOf(`# ${name}`, '1.1 Pictures of {{eventName}} may be shown.'))
  await expect(page.getByText('has no place in the text')).toBeHidden()
  await show(page, 'Preview')
  await expect(page.getByLabel(`Text of the ${name}`)).toContainText(
    'Pictures of [Event Name(s)] may be shown.',
  )
  await expectNoAxeViolations(page, page.getByRole('region', { name: 'Next text' }))
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expectToast(page, 'Draft saved')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expectToast(page, 'Text published')
  await expect(page.getByText('Current', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Edit the text' })).toBeVisible()

  const type = new URL(page.url()).searchParams.get('type') ?? ''
  const partner = await createPartner(portal, { status: 'completed' })
  const document = await createDocument(portal, { partnerId: partner.profile.id, documentType: type })
  const other = await openBrowser()
  await signInAs(other, partner.user)
  await other.goto(`/?sign=${document.id}`)
  await other.getByRole('button', { name: `Go to the end of the ${name}` }).click()
  await field(other, 'Event Name(s)').fill('Spring Gala')
  await field(other, 'Your Title').fill('Owner')
  await expect(other.getByLabel(`Text of the ${name}`)).toContainText('Pictures of Spring Gala may be shown.')
  await other.getByRole('checkbox', { name: /I have read/ }).check()
  await other.getByRole('button', { name: /^Sign Document/ }).click()
  await expect(other.getByText('The agreement is signed')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Signed by 1 partner')).toBeVisible()
})

test('a new text shows its differences, and is what an open page signs from then on', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const type = await createAgreementType(portal)
  await signInAs(page, await createUser(portal, { role: 'admin' }))
  await page.goto(`/admin?tab=agreements&type=${type}`)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expectToast(page, 'Text published')

  const partner = await createPartner(portal, { status: 'completed' })
  const document = await createDocument(portal, { partnerId: partner.profile.id, documentType: type })
  const other = await openBrowser()
  await signInAs(other, partner.user)
  await other.goto(`/?sign=${document.id}`)
  await expect(other.getByText('Write here what the parties agree.')).toBeVisible()

  await page.getByRole('button', { name: 'Edit the text' }).click()
  const text = field(page, 'Text')
  await text.fill((await text.inputValue()).replace('Write here what', 'This is all that'))
  await show(page, 'Differences')
  const differences = page.getByRole('region', { name: 'Differences from the text in force' })
  await expect(differences.getByRole('deletion')).toHaveText('Write here what')
  await expect(differences.getByRole('insertion')).toHaveText('This is all that')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expectToast(page, 'Draft saved')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    '1 partner with one to sign will read the new text.',
  )
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText(/^Version /)).toHaveCount(2)
  await expect(other.getByText('This is all that the parties agree.')).toBeVisible()

  await page
    .getByRole('button', { name: /^Read version/ })
    .last()
    .click()
  await expect(page.getByRole('dialog')).toContainText('Write here what the parties agree.')
})

test('who signed an earlier text is asked to sign the one in force, and a type is renamed, archived and restored', async ({
  page,
  portal,
  signInAs,
}) => {
  const type = await createAgreementType(portal)
  const { profile } = await createPartner(portal, { status: 'completed', businessName: 'Cedar Row Hall' })
  const earlier = { partnerId: profile.id, documentType: type, ...signedOnPaper() }
  const { id } = await createDocument(portal, earlier)
  await signInAs(page, await createUser(portal, { role: 'admin' }))
  await page.goto(`/admin?tab=agreements&type=${type}`)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  const asked = page.getByText('1 partner signed an earlier text')
  await expect(asked).toBeVisible()
  await page.getByRole('button', { name: 'Ask to sign this text' }).click()
  const dialog = page.getByRole('dialog', { name: 'Ask to sign this text' })
  await expect(dialog.getByRole('button', { name: 'Remove Cedar Row Hall' })).toBeVisible()
  await expect(dialog.getByText('1 partner will get this')).toBeVisible()
  await expect(dialog.getByRole('checkbox', { name: /^Replaces what was signed before/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Ask to sign' }).click()
  await expect(page.getByText('1 partner to sign it')).toBeVisible()
  await expect(asked).toHaveCount(0)
  const own = await listDocuments(portal.db, profile.id, { page: 1, limit: 10 })
  const added = own.filter((document) => document.documentType === type && document.id !== id)
  expect(added).toMatchObject([{ status: 'pending', replacesEarlier: true }])

  await page.getByRole('button', { name: /^Give to partners/ }).click()
  const add = page.getByRole('dialog', { name: 'Add Document' })
  await expect(add.getByRole('combobox', { name: 'Document type' })).not.toHaveText('Choose a type')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const choose = async (item: string) => {
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Edit name and settings')
  const name = uniqueName('Image Release')
  await field(page, 'Name').fill(name)
  await page.getByRole('checkbox', { name: 'The company signs it, too' }).check()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await expect(page.getByText('Countersigned', { exact: true })).toBeVisible()
  await choose('Archive')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
  await expect(page.getByText('Archived', { exact: true })).toBeVisible()
  await choose('Restore')
  await expect(page.getByText('Archived', { exact: true })).toHaveCount(0)
})
