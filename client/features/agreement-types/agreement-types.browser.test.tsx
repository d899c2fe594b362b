import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#client/lib/query-client.ts'
import {
  type AgreementDraft,
  type AgreementTypeDetails,
  archiveAgreementType,
  createAgreementType,
  getAgreementType,
  getAgreementVersion,
  listAgreementTypes,
  publishAgreementDraft,
  restoreAgreementType,
  type SaveDraft,
  saveAgreementDraft,
  updateAgreementType,
} from '#contract/agreement-types.ts'
import { readAgreementSource } from '#contract/documents/agreements/agreement-source.ts'
import { firstAgreements } from '#contract/documents/agreements/agreements.ts'
import { formOf } from '#contract/documents/agreements/own-fields.ts'
import { getPortal } from '#contract/session/session.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { admin, support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { showPortal } from '#test/browser/screen.tsx'
import { expectToast, field } from '#test/browser/steps.ts'

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

const signers = ['recipientCompany', 'signerName', 'signerTitle', 'signatureDate']
const blocks = readAgreementSource(signers.map((name) => `> {{${name}}}`).join('\n\n'))
const ready = { ...details, draft: { ...draft, ...formOf([]), blocks } }

test('a draft that another admin has saved meanwhile is neither overwritten nor published, and nothing typed is lost', async () => {
  answer(getPortal, { companyName: 'Northwind Ventures' })
  answer(listAgreementTypes, [])
  answer(getAgreementType, ready)
  await showPortal('/admin?tab=agreements&type=photo_release', admin)
  const title = page.getByLabelText(/^Title/)
  await title.fill('My title')
  answer(getAgreementType, { ...ready, draft: { ...ready.draft, title: 'The title of the other' } })
  answer(saveAgreementDraft, refusal('conflict', 'Someone else changed this after you opened it.'))
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expect.element(page.getByText('Someone else changed this after you opened it.')).toBeVisible()
  await expect.element(page.getByText('Not sent yet. Saved on this device')).toBeVisible()
  await page.getByRole('link', { name: 'All types' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await expect.element(title).toHaveValue('My title')
  await page.getByRole('button', { name: 'Load latest version' }).click()
  await expect.element(title).toHaveValue('The title of the other')
  await expect.element(page.getByText('Saved', { exact: true })).toBeVisible()
})

test('a draft that was saved in another tab says so in this one', async () => {
  answer(getPortal, { companyName: 'Northwind Ventures' })
  answer(listAgreementTypes, [])
  answer(getAgreementType, ready)
  await showPortal('/admin?tab=agreements&type=photo_release', admin)
  const title = page.getByLabelText(/^Title/)
  await expect.element(title).toHaveValue('Photo Release')
  const later = { ...ready.draft, title: 'Another', updatedAt: '2026-11-02T15:01:00.000Z' }
  answer(getAgreementType, { ...ready, draft: later })
  await queryClient.invalidateQueries()
  await page.getByRole('button', { name: 'Load latest version' }).click()
  await expect.element(title).toHaveValue('Another')
})

test('on a phone a toast that still shows covers nothing of the question before publishing', async () => {
  await page.viewport(390, 844)
  answer(getPortal, { companyName: 'Northwind Ventures' })
  answer(listAgreementTypes, [])
  answer(getAgreementType, ready)
  answer(updateAgreementType, type)
  await showPortal('/admin?tab=agreements&type=photo_release', admin)
  await page.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Edit name and settings' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  const toast = page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')
  await expect.element(toast).toMatchTextContent('Changes saved')
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

test('the question before publishing says how many partners wait now, not how many did when the page was read', async () => {
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
    .toMatchTextContent('1 partner with an unsigned copy will get the new text.')
})

test('support reads the texts, and sees no controls to change them', async () => {
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
  await showPortal('/admin?tab=agreements&view=types', support)
  const link = page.getByRole('link', { name: 'Venue Partnership Agreement' })
  await expect.element(link).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'New type' })).not.toBeInTheDocument()
  await link.click()
  await page.getByRole('button', { name: `Read version ${version}` }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent('Scope of the Partnership')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('button', { name: /^Edit the text/ })).not.toBeInTheDocument()
})

const { draft: _draft, pending: _pending, signedEarlier: _earlier, versions: _versions, ...type } = details

/** Responds like a server that stores the draft that an admin saves, and puts the draft in force when it is published. */
const answerWriting = (begin: AgreementTypeDetails) => {
  let current = begin
  let lastSaved: AgreementDraft | undefined
  answer(getPortal, { companyName: 'Northwind Ventures' })
  answer(listAgreementTypes, [])
  answer(getAgreementType, () => current)
  answer(saveAgreementDraft, ({ body }) => {
    const { title, source, fields } = body as SaveDraft
    const saved = { ...ready.draft, ...formOf(fields ?? []), title, blocks: readAgreementSource(source) }
    lastSaved = saved
    current = { ...current, draft: saved }
    return saved
  })
  answer(publishAgreementDraft, () => {
    const { draft: text, versions } = current
    const version = `2026-11-0${versions.length + 3}`
    if (text)
      // The text arrives after the list of versions, as it can from a server.
      answer(getAgreementVersion, async ({ params }) => {
        await new Promise((resolve) => setTimeout(resolve, 50))
        return { ...withoutTime(text), version: params.version ?? '' }
      })
    const published = { version, title: text?.title ?? '', publishedAt: draft.updatedAt, publishedBy: null }
    current = { ...current, draft: null, version, versions: [{ ...published, signed: 1 }, ...versions] }
    return { ...type, version }
  })
  const change = (fields: Partial<AgreementTypeDetails>) => {
    current = { ...current, ...fields }
    return { ...type, isCountersigned: current.isCountersigned, archivedAt: current.archivedAt }
  }
  return { change, sent: () => lastSaved }
}

const withoutTime = ({ updatedAt: _, ...text }: AgreementDraft) => text
const publish = async () => {
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expectToast('Text published')
}
const view = (name: string) => page.getByRole('button', { name, exact: true }).click()
const text = page.getByLabelText(/^Source/)

test('an admin adds a type with a field, and can publish its text once each field has a place in it', async () => {
  const { sent } = answerWriting(ready)
  answer(createAgreementType, ({ body }) => {
    expect(body).toMatchObject({ name: 'Photo Release', isCountersigned: false })
    return type
  })
  await showPortal('/admin?tab=agreements&view=types', admin)
  await page.getByRole('button', { name: 'New type' }).click()
  const dialog = page.getByRole('dialog', { name: 'New agreement type' })
  await dialog.getByRole('button', { name: 'Add type' }).click()
  await expect.element(field(dialog, 'Name')).toHaveAccessibleDescription('A name is required')
  await field(dialog, 'Name').fill('Photo Release')
  await dialog.getByRole('button', { name: 'Add type' }).click()
  await expect.element(dialog).not.toBeInTheDocument()

  await page.getByRole('button', { name: 'Add field' }).click()
  await field(page, 'Label').fill('Event Name(s)')
  await userEvent.keyboard('{Tab}')
  const missing = page.getByText(/^“Event Name\(s\)” has no place in the text/)
  await expect.element(missing).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Publish' })).toBeDisabled()
  const signer = signers.map((name) => `> {{${name}}}`)
  await view('Source')
  await text.fill(['1.1 Pictures of {{eventName}} may be shown.', ...signer].join('\n\n'))
  await expect.element(missing).not.toBeInTheDocument()
  await view('Preview')
  await expect
    .element(page.getByLabelText('Text of the Photo Release'))
    .toMatchTextContent('Pictures of [Event Name(s)] may be shown.')
  await expectNoAxeViolations(page.getByRole('region', { name: 'Next version' }))
  // Publishing first saves the text that was typed a moment ago.
  await publish()
  expect(sent()?.fieldGroups.flatMap(({ fields }) => fields)).toContainEqual(
    expect.objectContaining({ name: 'eventName', label: 'Event Name(s)' }),
  )
  await expect.element(page.getByText('Current', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Edit the text/ })).toBeVisible()
  await expect.element(page.getByText(/Signed by 1 partner$/)).toBeVisible()
})

test('a draft that is discarded before it was saved is not saved afterwards either', async () => {
  answerWriting({
    ...ready,
    draft: null,
    version: '2026-11-01',
    versions: [
      {
        version: '2026-11-01',
        title: 'Photo Release',
        publishedAt: draft.updatedAt,
        publishedBy: null,
        signed: 0,
      },
    ],
  })
  answer(getAgreementVersion, { ...withoutTime(ready.draft), version: '2026-11-01' })
  answer(saveAgreementDraft, () => {
    throw new Error('The draft was saved')
  })
  await showPortal('/admin?tab=agreements&type=photo_release', admin)
  await page.getByRole('button', { name: /^Edit the text/ }).click()
  await page.getByLabelText(/^Title/).fill('My title')
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expectToast('Draft discarded')
  await page.getByRole('button', { name: /^Edit the text/ }).click()
  await expect.element(page.getByLabelText(/^Title/)).toHaveValue('Photo Release')
})

test('a new text shows its differences, and an earlier text can be read', async () => {
  answerWriting({
    ...ready,
    draft: { ...ready.draft, blocks: [{ kind: 'paragraph', text: 'Write here what is agreed.' }, ...blocks] },
  })
  await showPortal('/admin?tab=agreements&type=photo_release', admin)
  await publish()
  await page.getByRole('button', { name: /^Edit the text/ }).click()
  await view('Source')
  const written = ((await text.findElement()) as HTMLTextAreaElement).value
  await text.fill(written.replace('Write here what', 'This is all that'))
  await view('Differences')
  const differences = page.getByRole('region', { name: 'Differences from the current version' })
  await expect.element(differences.getByRole('deletion')).toHaveTextContent('Write here what')
  await expect.element(differences.getByRole('insertion')).toHaveTextContent('This is all that')
  await page.getByRole('button', { name: /^Read version/ }).click()
  await expect.element(page.getByRole('dialog')).toMatchTextContent('Write here what is agreed.')
  await userEvent.keyboard('{Escape}')
  await publish()
  await expect.element(page.getByRole('button', { name: /^Edit the text/ })).toBeVisible()
})

test('a type is renamed, archived and restored', async () => {
  const { change } = answerWriting(ready)
  answer(updateAgreementType, ({ body }) => change(body as Partial<AgreementTypeDetails>))
  answer(archiveAgreementType, () => change({ archivedAt: draft.updatedAt }))
  answer(restoreAgreementType, () => change({ archivedAt: null }))
  await showPortal('/admin?tab=agreements&type=photo_release', admin)
  const choose = async (item: string) => {
    await page.getByRole('button', { name: /^Actions for/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Edit name and settings')
  await field(page, 'Name').fill('Image Release')
  await page.getByRole('checkbox', { name: /^The company also signs/ }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(page.getByRole('heading', { name: 'Image Release' })).toBeVisible()
  await expect.element(page.getByText('Countersigned', { exact: true })).toBeVisible()
  await choose('Archive')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
  await expect.element(page.getByText('Archived', { exact: true })).toBeVisible()
  await choose('Restore')
  await expect.element(page.getByText('Archived', { exact: true })).not.toBeInTheDocument()
})
