import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listAgreementTypes } from '#contract/agreement-types.ts'
import { countAudience } from '#contract/audience.ts'
import {
  createSharedDocument,
  getSharedDocument,
  listDocumentsOfShared,
  listSharedDocuments,
  type SharedDocument,
  withdrawSharedDocument,
} from '#contract/documents/shared-documents.ts'
import { documentRow } from '#test/browser/document-rows.ts'
import { rowPartner } from '#test/browser/partner-rows.ts'
import { support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome } from '#test/browser/staff-home.ts'
import { expectToast, field } from '#test/browser/steps.ts'

test('an agreement is given to a group, followed as one, and deleted with a reason', async () => {
  const at = '2026-11-20T15:00:00.000Z'
  let shared: SharedDocument | undefined
  answerStaffHome()
  answer(countAudience, { partners: 2, inOnboarding: 0, groups: [{ name: 'Coast', partners: 2 }] })
  answer(listAgreementTypes, [
    {
      ...{ id: 'nda', name: 'NDA Agreement', isOffered: true, isCountersigned: false, archivedAt: null },
      ...{ version: '2026-11-20', publishedAt: at, draftSavedAt: null, updatedAt: at },
    },
  ])
  answer(listSharedDocuments, () => (shared ? [shared] : []))
  answer(getSharedDocument, () => shared ?? refusal('not_found'))
  answer(listDocumentsOfShared, { page: [{ ...documentRow(), partner: rowPartner }], total: 1 })
  answer(createSharedDocument, ({ body }) => {
    expect(body).toMatchObject({ documentType: 'nda', assignedGroup: 'Coast', assignedPartnerIds: [] })
    shared = {
      ...{ id: documentRow().id, partnerId: null, documentType: 'nda', documentName: 'NDA' },
      ...{ appendixA: null, effectiveOn: null, endsOn: null, replacesEarlier: false },
      ...{
        assignedPartnerIds: [],
        assignedGroup: 'Coast',
        createdBy: support.id,
        createdAt: at,
        updatedAt: at,
      },
      progress: { partners: 2, signed: 0 },
    }
    return shared
  })
  answer(withdrawSharedDocument, ({ body }) => {
    expect(body).toEqual({ reason: 'The event was cancelled' })
    shared = undefined
    return undefined
  })
  await showPortal('/', support)
  await page.getByRole('button', { name: 'Add Document' }).click()
  const form = page.getByRole('dialog', { name: 'Add Document' })
  await field(form, 'For').selectOptions('A group')
  await field(form, 'Group').selectOptions('Coast')
  await field(form, 'Document type').selectOptions('nda')
  await form.getByRole('button', { name: 'Add Document' }).click()
  await expectToast('Document added successfully')
  const row = page.getByRole('listitem').filter({ hasText: 'For Coast' })
  await row.getByRole('link', { name: /NDA Agreement/ }).click()
  const dialog = page.getByRole('dialog').last()
  await expect.element(dialog.getByText('0 of 2 signed')).toBeVisible()
  await expect.element(dialog.getByRole('link', { name: new RegExp(rowPartner.fullName) })).toBeVisible()
  await dialog.getByRole('button', { name: 'Actions for NDA' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await expect.element(dialog).toMatchTextContent("2 of 2 partners haven't signed it")
  await field(dialog, 'Reason').fill('The event was cancelled')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectToast('Agreement deleted')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(row).not.toBeInTheDocument()
})
