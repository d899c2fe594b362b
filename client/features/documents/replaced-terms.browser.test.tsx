import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type AgreementTypeDetails, getAgreementType, listAgreementTypes } from '#contract/agreement-types.ts'
import { countAudience } from '#contract/audience.ts'
import { listReplacedTerms, type ReplacedTerms } from '#contract/documents/replaced-terms.ts'
import { createSharedDocument } from '#contract/documents/shared-documents.ts'
import { listPartners } from '#contract/partners/partners.ts'
import { getPortal } from '#contract/session/session.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { admin } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { reloadPortal, showPortal } from '#test/browser/screen.tsx'

const rowOf = (number: number, terms: ReplacedTerms['terms']): ReplacedTerms => ({
  partner: {
    id: `00000000-0000-4000-8000-00000000000${number}`,
    fullName: `Partner ${number}`,
    businessName: `Hall ${number}`,
  },
  documentId: crypto.randomUUID(),
  terms,
})
const rows = [
  rowOf(1, { paymentAmount: '11000', territory: 'Coast' }),
  rowOf(2, { paymentAmount: '12000', territory: 'Inland' }),
  rowOf(3, { paymentAmount: '13000' }),
]
const partnerIds = rows.map(({ partner }) => partner.id)

const type: AgreementTypeDetails = {
  id: 'venue_partnership_agreement',
  name: 'Venue Partnership Agreement',
  isOffered: true,
  isCountersigned: false,
  archivedAt: null,
  version: '2026-11-20',
  publishedAt: '2026-11-20T15:00:00.000Z',
  draftSavedAt: null,
  updatedAt: '2026-11-20T15:00:00.000Z',
  pending: 0,
  signedEarlier: { count: 3, partnerIds },
  draft: null,
  versions: [],
}

let sent: unknown

beforeEach(async () => {
  sent = undefined
  answer(getPortal, { companyName: 'Example Company' })
  const { draft: _draft, pending: _pending, signedEarlier: _earlier, versions: _versions, ...listed } = type
  answer(listAgreementTypes, [listed])
  answer(getAgreementType, type)
  answer(countAudience, { partners: 3, inOnboarding: 0, groups: [] })
  answer(
    listPartners,
    rows.map(({ partner }) => partner),
  )
  answer(listReplacedTerms, { page: rows, total: 3 })
  answer(createSharedDocument, ({ body }) => {
    sent = body
    return refusal('internal')
  })
  await showPortal('/admin?tab=agreements&type=venue_partnership_agreement', admin)
})

const open = (button: string | RegExp) => page.getByRole('button', { name: button }).click()

const cell = (label: string, number: number) =>
  page.getByLabelText(new RegExp(`^${label} for Partner ${number}`))

const submit = async (button: string) => {
  await page.getByRole('button', { name: button, exact: true }).click()
  await expect.poll(() => sent).toBeDefined()
}

test('staff change single terms of single partners, also by keyboard, and only the changes are sent', async () => {
  await open('Ask to sign this version')
  await expect.element(cell('Partnership Fee Amount', 1)).toHaveValue('11000')
  await expect.element(cell('Exclusivity Territory', 3)).toHaveAccessibleName(/, empty$/)
  await cell('Partnership Fee Amount', 1).fill('11500')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.element(cell('Partnership Fee Amount', 3)).toHaveFocus()
  await cell('Exclusivity Territory', 3).fill('North')
  await cell('Partnership Fee Amount', 2).fill('1')
  await page.getByRole('button', { name: /^Undo the changes for Partner 2/ }).click()
  await expect.element(cell('Partnership Fee Amount', 2)).toHaveValue('12000')
  await submit('Ask 3 partners')
  expect(sent).toMatchObject({ replacesEarlier: true, assignedPartnerIds: partnerIds })
  expect(sent).not.toHaveProperty('appendixA')
  const { partnerTerms } = sent as { partnerTerms: { partnerId: string; appendixA: object }[] }
  expect(partnerTerms.map(({ partnerId }) => partnerId).sort()).toEqual([partnerIds[0], partnerIds[2]])
  expect(partnerTerms.find(({ partnerId }) => partnerId === partnerIds[0])?.appendixA).toMatchObject({
    paymentAmount: '11500',
    territory: 'Coast',
  })
})

test('if no earlier agreement is replaced, one form has the terms for all partners', async () => {
  await open(/^Send to partners/)
  await page.getByLabelText('For', { exact: true }).selectOptions('Everyone')
  await page.getByRole('checkbox', { name: /^Replaces earlier agreements/ }).click()
  await expect.element(cell('Partnership Fee Amount', 1)).toBeVisible()
  await page.getByRole('checkbox', { name: /^Replaces earlier agreements/ }).click()
  await expect.element(page.getByRole('region', { name: 'Terms of each partner' })).not.toBeInTheDocument()
  await page.getByLabelText(/^Exclusivity Territory/).fill('Everywhere')
  await submit('Add Document')
  expect(sent).toMatchObject({ replacesEarlier: false, appendixA: { territory: 'Everywhere' } })
  expect(sent).not.toHaveProperty('partnerTerms')
})

test('the partners who signed an earlier text are named, and are asked without any terms if the type has none', async () => {
  const other = { ...type, id: 'photo_release', name: 'Photo Release' }
  answer(getAgreementType, { ...other, signedEarlier: { count: 5, partnerIds } })
  answer(listReplacedTerms, ({ query }) => {
    expect(query.get('partners')).toBe(partnerIds.join())
    return { page: rows.map((row) => ({ ...row, terms: {} })), total: 3 }
  })
  history.replaceState(null, '', '/admin?tab=agreements&type=photo_release')
  await reloadPortal()
  await open('Ask to sign this version')
  const dialog = page.getByRole('dialog', { name: 'Ask to sign this version' })
  await expect
    .element(dialog.getByRole('list', { name: 'partners' }))
    .toMatchTextContent(/Partner 1.*Partner 3/)
  await expect.element(dialog).toMatchTextContent('2 more partners can be asked after these')
  await expectNoAxeViolations(dialog)
  await dialog.getByLabelText(/^End date/).fill('2027-12-31')
  await submit('Ask 3 partners')
  expect(sent).toMatchObject({
    documentType: 'photo_release',
    assignedPartnerIds: partnerIds,
    endsOn: '2027-12-31',
    replacesEarlier: true,
  })
  expect(sent).not.toHaveProperty('partnerTerms')
})
