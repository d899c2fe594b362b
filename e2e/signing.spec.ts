import { eq } from 'drizzle-orm'
import { onboardingNames } from '#contract/documents/agreements/agreement.ts'
import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { listEvents } from '#server/domain-events/chain/data.ts'
import { createDocument, createPartner, createUser, sign } from '#test/factories.ts'
import { documentIdOf } from '#test/partner-rows.ts'
import { sampleFile } from '#test/sample-files.ts'
import { agreementParts, fillAgreement } from './agreement-steps.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { field, mouseInput } from './input-methods.ts'
import { chooseAction } from './resource-steps.ts'

const nda = firstAgreements.nda.title
const contractName = onboardingNames.venue_partnership_agreement
const contract = firstAgreements.venue_partnership_agreement.title
const terms = { eventName: 'Harvest supper', collateralDays: 'about 3', paymentAmount: '$9,000' }

test('the end of an agreement has to be seen, by scrolling or by the button, before it can be signed', async ({
  page,
  portal,
  signInAs,
}) => {
  const partner = await createPartner(portal)
  await signInAs(page, partner.user)
  await page.goto('/')
  const card = page.getByRole('region', { name: nda })
  const signButton = card.getByRole('button', { name: /^Sign Document/ })
  await expect(card.getByText('2 of 6 left')).toBeVisible()
  await expect(signButton).toBeDisabled()

  // By the keys of a reader, in the text itself.
  await card.getByRole('region', { name: 'Text of the NDA' }).focus()
  await page.keyboard.press('End')
  await expect(signButton).toBeEnabled()
  const chain = async () =>
    (await listEvents(portal.db, documentIdOf(partner, 'nda'))).map(({ type }) => type)
  await expect.poll(chain).toEqual(['created', 'opened', 'read_to_end'])
  await page.reload()
  await expect(signButton).toBeEnabled()

  await card.getByRole('button', { name: 'Next empty field' }).click()
  await expect(field(card, 'Your Title')).toBeFocused()
  await field(card, 'Your Title').fill('Owner')
  await card.getByRole('button', { name: 'Next empty field' }).click()
  await expect(field(card, 'Venue/Location')).toBeFocused()
  await expect(card.getByText('1 of 6 left')).toBeVisible()
  // From the field that was active last, and then from the beginning.
  await field(card, 'Your Title').fill('')
  await field(card, 'Venue/Location').focus()
  await card.getByRole('button', { name: 'Next empty field' }).click()
  await expect(field(card, 'Your Title')).toBeFocused()
  await card.getByRole('button', { name: 'Next empty field' }).click()
  await expect(field(card, 'Venue/Location')).toBeFocused()

  await page.setViewportSize({ width: 390, height: 844 })
  await card.getByRole('button', { name: 'Document', exact: true }).click()
  await card.getByRole('button', { name: 'Continue to details' }).click()
  await expect(field(card, 'Your Title')).toBeFocused()
})

test('agreed terms stand first and are not asked for, and the title of the first agreement is carried on', async ({
  page,
  portal,
  signInAs,
}) => {
  const partner = await createPartner(portal, terms)
  await signInAs(page, partner.user)
  await page.goto('/')
  const { signButton } = await fillAgreement(page, mouseInput, 'nda')
  await signButton.click()

  const card = page.getByRole('region', { name: contract })
  await expect(page.getByRole('button', { name: contract })).toBeFocused()
  await expect(card.getByRole('heading', { name: 'Agreed terms' })).toBeVisible()
  await expect(card.getByRole('definition')).toHaveText(['Harvest supper', 'about 3', '$9,000'])
  await expect(field(card, 'Event Name(s)')).toHaveCount(0)
  await expect(field(card, 'Signer Title')).toHaveValue('General Manager')
  await expect(card.getByText('13 of 21 left')).toBeVisible()
  await card.getByRole('button', { name: 'Message us' }).click()
  await expect(page.getByRole('dialog', { name: 'Partner Team' })).toBeVisible()
  await page.keyboard.press('Escape')

  // Changed by staff meanwhile: the form shows the new terms, and keeps what was typed.
  await field(card, 'Event Dates').fill('May 1')
  await portal.db
    .update(partnerDocuments)
    .set({ appendixA: { ...terms, paymentAmount: '9500' } })
    .where(eq(partnerDocuments.id, partner.documents[1]?.id ?? ''))
  await expect(card.getByRole('definition')).toHaveText(['Harvest supper', 'about 3', '$9,500'])
  await expect(field(card, 'Event Dates')).toHaveValue('May 1')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 })

  test('details that are all filled in lead to the end of the document and back to Sign, and the end says what comes next', async ({
    page,
    portal,
    signInAs,
  }) => {
    const { user } = await createPartner(portal)
    await sign(portal, user, 'venue_partnership_agreement')
    await signInAs(page, user)
    await page.goto('/')
    const { card, paper, signButton, endButton, agreeBox } = agreementParts(page, 'nda')
    await expect(card).toBeVisible()
    await expect(field(card, 'Your Title')).toBeHidden()
    await card.getByRole('button', { name: 'Details', exact: true }).tap()
    await field(card, 'Your Title').fill('Owner')
    await field(card, 'Venue/Location').fill('Main hall')
    await expect(card.getByText('All 6 filled in')).toBeInViewport()
    await expect(card.getByText('Read to the end first')).toBeInViewport()
    await expect(card.getByRole('alert')).toHaveText('')
    await expect(card.locator('[aria-invalid=true]')).toHaveCount(0)
    await expect(signButton).toBeDisabled()
    await expectNoAxeViolations(page, card)

    await card.getByRole('button', { name: 'Document', exact: true }).tap()
    await endButton.tap()
    await expect(paper.getByText('End of the NDA')).toBeFocused()
    await expect(card.getByRole('status').filter({ hasText: 'You can sign the NDA now' })).toBeAttached()
    const back = card.getByRole('button', { name: 'Continue to sign' })
    await expect(back).toBeInViewport()
    await back.tap()
    await expect(agreeBox).toBeFocused()
    await expect(signButton).toBeInViewport({ ratio: 1 })
    await agreeBox.tap()
    // The sentence that a field fills.
    await expect(card.getByText('including at', { exact: false }).last()).toContainText('Main hall')
    await signButton.tap()
    await expect(page.getByRole('heading', { name: 'Both agreements are signed' })).toBeFocused()
    await expect(page.getByText(`We email you each signed copy, at ${user.email}.`)).toBeVisible()
    await expectNoAxeViolations(page, page.getByRole('main'))
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(390)
  })
})

test('staff read an open agreement, change its terms, and add the scan when it was signed on paper', async ({
  page,
  portal,
  signInAs,
}) => {
  const partner = await createPartner(portal, { status: 'completed' })
  const { id } = await createDocument(portal, { partnerId: partner.profile.id, appendixA: terms })
  await signInAs(page, await createUser(portal, { role: 'support' }))
  await page.goto(`/?agreement=${id}`)
  const dialog = page.getByRole('dialog', { name: contractName, exact: true })
  await expect(dialog).toContainText('known as Harvest supper')

  await chooseAction(page, 'Venue Partnership Agreement', 'Edit')
  const form = page.getByRole('dialog', { name: 'Edit agreement' })
  await expect(field(form, 'Partnership Fee Amount')).toHaveValue('$9,000')
  await field(form, 'Event Name(s)').fill('Spring supper')
  await form.getByRole('button', { name: 'Save changes' }).click()
  await expect(form).toBeHidden()
  await expect(dialog).toContainText('known as Spring supper')

  await chooseAction(page, 'Venue Partnership Agreement', 'Mark Signed')
  const question = page.getByRole('dialog', { name: /^Mark Venue Partnership Agreement/ })
  const picker = question.locator('input[type=file]')
  await picker.setInputFiles({
    name: 'notes.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from('No scan'),
  })
  await expect(question.getByRole('alert')).toContainText('This kind of file is not allowed.')
  await expectNoAxeViolations(page, question)
  const buffer = await sampleFile('png')
  await picker.setInputFiles({ name: 'Signed paper.png', mimeType: 'image/png', buffer })
  await question.getByRole('button', { name: 'Mark Signed' }).click()
  await expect(question).toBeHidden()
  await expect(dialog.getByRole('img', { name: 'The signed paper' })).toBeVisible()
  await expect(dialog.getByRole('link', { name: /^Open the scan/ })).toContainText('Signed paper.png')

  await signInAs(page, partner.user)
  await page.goto(`/?agreement=${id}`)
  await expect(dialog.getByRole('img', { name: 'The signed paper' })).toBeVisible()
})
