import { expect, test } from 'vitest'
import { auditActionLabels, auditActions } from '#contract/audit-log.ts'
import { entryFields, partnerIn } from './entry-fields.ts'

const said = (before: Record<string, unknown> | null, after: Record<string, unknown> | null) =>
  entryFields({ before, after }).map(({ label, before, after }) => [label, before, after])

test('every kind of entry has words of its own', () => {
  expect(new Set(auditActions.map((action) => auditActionLabels[action])).size).toBe(auditActions.length)
})

test('a change is told field by field, in words', () => {
  expect(said({ role: 'user', partnerGroup: null }, { role: 'admin', partnerGroup: 'Coast' })).toEqual([
    ['Partner group', '—', 'Coast'],
    ['Role', 'User', 'Admin'],
  ])
})

test('what came has no before, and what went has no after', () => {
  expect(said(null, { email: 'ann@coast.test' })).toEqual([['Email', '—', 'ann@coast.test']])
  expect(said({ name: 'Summer' }, null)).toEqual([['Name', 'Summer', '—']])
})

test('moments, days, sizes, terms and lists are written as people write them', () => {
  const after = {
    id: 'left out',
    disabledAt: '2026-11-20T14:05:00.000Z',
    partnershipDate: '2026-11-20',
    paymentAmount: '12500',
    collateralDays: '14',
    fileSize: 2048,
    hasThumbnail: false,
    downloadCount: 1,
    taskType: 'digital_social',
    status: 'in_progress',
    state: 'AL',
    onboardingStatus: 'documents',
    assignedPartnerIds: ['a', 'b'],
    whatsappNumber: '',
    mainMarketingContact: 'Robin',
  }
  expect(said(null, after)).toEqual([
    ['Agreement Date', '—', 'Nov 20, 2026'],
    ['Days Before Event for Collateral Delivery', '—', '14 days'],
    ['Disabled since', '—', 'Nov 20, 2026, 2:05 PM'],
    ['Download count', '—', '1 download'],
    ['File size', '—', '2 KB'],
    ['For these partners', '—', 'a, b'],
    ['Has a thumbnail', '—', 'No'],
    ['Main marketing contact', '—', 'Robin'],
    ['Onboarding status', '—', 'Under Review'],
    ['Partnership Fee Amount', '—', '$12,500'],
    ['State', '—', 'Alabama'],
    ['Status', '—', 'In Progress'],
    ['Task type', '—', 'Digital/Social'],
    ['WhatsApp', '—', '—'],
  ])
})

test('terms that lie inside a field stand beside the others', () => {
  expect(said(null, { documentType: 'nda', appendixA: { eventName: 'Gala' } })).toEqual([
    ['Agreement', '—', 'Mutual Non-Disclosure and Non-Solicitation Agreement'],
    ['Event Name(s)', '—', 'Gala'],
  ])
})

test('the partner of an entry is found wherever it is named', () => {
  expect(partnerIn({ before: { partnerId: 'p' }, after: null })).toBe('p')
  expect(partnerIn({ before: null, after: { role: 'user' } })).toBeUndefined()
})
