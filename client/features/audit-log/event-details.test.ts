import { expect, test } from 'vitest'
import { auditActionLabels, auditActions } from '#contract/audit-actions.ts'
import { changedFields, partnerIdOf, summaryOf } from './event-details.tsx'

const rowsOf = (before: Record<string, unknown> | null, after: Record<string, unknown> | null) =>
  changedFields({ before, after }).map(({ label, before, after }) => [label, before, after])

test('every action has a label of its own', () => {
  expect(new Set(auditActions.map((action) => auditActionLabels[action])).size).toBe(auditActions.length)
})

test('a change lists its fields by label, with readable values', () => {
  expect(rowsOf({ role: 'user', partnerGroup: null }, { role: 'admin', partnerGroup: 'Coast' })).toEqual([
    ['Partner group', '—', 'Coast'],
    ['Role', 'User', 'Admin'],
  ])
})

test('a created item has no values before, and a deleted item has none after', () => {
  expect(rowsOf(null, { email: 'ann@coast.test' })).toEqual([['Email', '—', 'ann@coast.test']])
  expect(rowsOf({ name: 'Summer' }, null)).toEqual([['Name', 'Summer', '—']])
})

test('dates, sizes, terms and lists are formatted for reading', () => {
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
  expect(rowsOf(null, after)).toEqual([
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

test('a sign-in and an export are formatted for reading', () => {
  const browser =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
  expect(rowsOf(null, { method: 'code', reason: 'wrong_code', address: '10.0.0.1', browser })).toEqual([
    ['Browser', '—', 'Chrome on Linux'],
    ['Method', '—', 'Emailed code'],
    ['Network address', '—', '10.0.0.1'],
    ['Reason', '—', 'Wrong code'],
  ])
  expect(rowsOf(null, { filter: null, rows: 1234, isComplete: false })).toEqual([
    ['Complete', '—', 'No'],
    ['Filter', '—', '—'],
    ['Rows', '—', '1,234'],
  ])
  expect(rowsOf(null, { filter: { search: 'coast' }, rows: 2, isComplete: true })[2]).toEqual([
    'Search',
    '—',
    'coast',
  ])
})

test('the line of an event says how a user signed in, why a sign-in was refused, and how much was exported', () => {
  expect(summaryOf({ action: 'session.signed_in', after: { method: 'link' } })).toBe('Emailed link')
  expect(summaryOf({ action: 'session.sign_in_refused', after: { reason: 'disabled' } })).toBe(
    'The account is disabled',
  )
  expect(summaryOf({ action: 'session.sign_in_refused', after: { reason: 'wrong_passkey' } })).toBe(
    'Passkey not accepted',
  )
  expect(summaryOf({ action: 'export.ended', after: { rows: 1, isComplete: true } })).toBe('1 row')
  expect(summaryOf({ action: 'export.ended', after: { rows: 1500, isComplete: false } })).toBe(
    'Stopped after 1,500 rows',
  )
  const imported = { partnersAdded: 1500, partnersChanged: 2 }
  expect(summaryOf({ action: 'import.ended', after: imported })).toBe('1,500 added, 2 changed')
  expect(summaryOf({ action: 'task.created', after: { title: 'Call' } })).toBeUndefined()
})

test('the terms nested in a field are listed beside the other fields', () => {
  expect(rowsOf(null, { documentType: 'nda', appendixA: { eventName: 'Gala' } })).toEqual([
    ['Agreement', '—', 'NDA'],
    ['Event Name(s)', '—', 'Gala'],
  ])
})

test('the id of the partner is found before and after a change', () => {
  expect(partnerIdOf({ before: { partnerId: 'p' }, after: null })).toBe('p')
  expect(partnerIdOf({ before: null, after: { role: 'user' } })).toBeUndefined()
})
