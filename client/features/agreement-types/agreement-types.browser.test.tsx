import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  type AgreementDraft,
  type AgreementTypeDetails,
  getAgreementType,
  getAgreementVersion,
  listAgreementTypes,
  saveAgreementDraft,
} from '#contract/agreement-types.ts'
import { readAgreementSource } from '#contract/documents/agreements/agreement-source.ts'
import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import { formOf } from '#contract/documents/agreements/own-fields.ts'
import { getPortal } from '#contract/session/session.ts'
import { admin, support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-answers.ts'
import { showPortal } from '#test/browser/screen.tsx'

const draft: AgreementDraft = {
  documentType: 'photo_release',
  title: 'Photo Release',
  missingMessage: 'Complete the form',
  fieldGroups: [],
  blocks: [{ kind: 'paragraph', text: 'What the parties agree.' }],
  updatedAt: '2026-11-02T15:00:00.000Z',
}
const details: AgreementTypeDetails = {
  id: 'photo_release',
  name: 'Photo Release',
  isOffered: false,
  isCountersigned: false,
  archivedAt: null,
  version: null,
  publishedAt: null,
  draftSavedAt: draft.updatedAt,
  updatedAt: draft.updatedAt,
  pending: 0,
  signedEarlier: { count: 0, partnerIds: [] },
  draft,
  versions: [],
}

test('what another admin saved meanwhile is not overwritten, and leaving with unsaved text asks first', async () => {
  answer(getPortal, { companyName: 'Northwind Ventures' })
  answer(listAgreementTypes, [])
  answer(getAgreementType, details)
  await showPortal('/admin?tab=agreements&type=photo_release', admin)
  const title = page.getByLabelText(/^Title/)
  await title.fill('My title')
  answer(getAgreementType, { ...details, draft: { ...draft, title: 'The title of the other' } })
  answer(saveAgreementDraft, refusal('conflict', 'Someone else changed this after you opened it.'))
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect.element(page.getByText('Someone else changed this after you opened it.')).toBeVisible()
  await page.getByRole('link', { name: 'All agreements' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect.element(title).toHaveValue('My title')
  await page.getByRole('button', { name: 'Load latest version' }).click()
  await expect.element(title).toHaveValue('The title of the other')
})

const signers = ['recipientCompany', 'signerName', 'signerTitle', 'signatureDate']
const blocks = readAgreementSource(signers.map((name) => `> {{${name}}}`).join('\n\n'))
const ready = { ...details, draft: { ...draft, ...formOf([]), blocks } }

test('on a phone a toast that still shows covers nothing of the question before publishing', async () => {
  await page.viewport(390, 844)
  answer(getPortal, { companyName: 'Northwind Ventures' })
  answer(listAgreementTypes, [])
  answer(getAgreementType, ready)
  answer(saveAgreementDraft, ready.draft)
  await showPortal('/admin?tab=agreements&type=photo_release', admin)
  await page.getByLabelText(/^Title/).fill('Release of Photos')
  answer(getAgreementType, { ...ready, draft: { ...ready.draft, title: 'Release of Photos' } })
  await page.getByRole('button', { name: 'Save draft' }).click()
  const toast = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')
  await expect.element(toast).toMatchTextContent('Draft saved')
  // The toast stays as long as the mouse is over it.
  await toast.hover()
  ;(await page.getByRole('button', { name: 'Publish' }).findElement()).focus()
  await userEvent.keyboard('{Enter}')
  const question = await page.getByRole('alertdialog').findElement()
  await expect
    .poll(async () => {
      const { bottom } = (await toast.findElement()).getBoundingClientRect()
      return bottom <= question.getBoundingClientRect().top
    })
    .toBe(true)
})

test('the question before publishing says how many partners wait now, not when the page was read', async () => {
  answer(getPortal, { companyName: 'Northwind Ventures' })
  answer(listAgreementTypes, [])
  answer(getAgreementType, ready)
  await showPortal('/admin?tab=agreements&type=photo_release', admin)
  const publish = page.getByRole('button', { name: 'Publish' })
  await expect.element(publish).toBeEnabled()
  answer(getAgreementType, { ...ready, pending: 1 })
  await publish.click()
  await expect
    .element(page.getByRole('alertdialog'))
    .toMatchTextContent('1 partner with one to sign will read the new text.')
})

test('support reads the texts, and has nothing to change them with', async () => {
  const { version, title } = firstAgreements.venue_partnership_agreement
  const { draft: _, pending, signedEarlier, versions: _none, ...type } = details
  const contract = {
    ...type,
    id: 'venue_partnership_agreement',
    name: 'Venue Partnership Agreement',
    isOffered: true,
    version,
    publishedAt: draft.updatedAt,
    draftSavedAt: null,
  }
  answer(getPortal, { companyName: 'Northwind Ventures' })
  answer(listAgreementTypes, [contract])
  answer(getAgreementType, {
    ...contract,
    pending,
    signedEarlier,
    draft: null,
    versions: [{ version, title, publishedAt: draft.updatedAt, publishedBy: null, signed: 0 }],
  })
  answer(getAgreementVersion, firstAgreements.venue_partnership_agreement)
  await showPortal('/admin?tab=agreements', support)
  const link = page.getByRole('link', { name: 'Venue Partnership Agreement' })
  await expect.element(link).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'New type' })).not.toBeInTheDocument()
  await link.click()
  await page.getByRole('button', { name: `Read version ${version}` }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent('Scope of the Partnership')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: 'Edit the text' })).not.toBeInTheDocument()
})
