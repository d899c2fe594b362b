import { expect, test } from 'vitest'
import type { Viewer } from './domain/current-user.ts'
import { readsOf } from './server-page.tsx'

const userAs = (role: 'owner' | 'member') => ({
  role: 'user',
  partners: [{ id: 'one', role }],
  partnerId: 'one',
})
const partner = { user: userAs('member'), profile: { onboardingStatus: 'completed' } } as Viewer
const owner = { ...partner, user: userAs('owner') } as Viewer
const onboarding = { user: userAs('owner'), profile: { onboardingStatus: 'documents' } } as Viewer
const staff = { user: { role: 'support' }, profile: null } as Viewer

const ofDashboard = [
  '/api/announcements?limit=3&show=undismissed&page=1',
  '/api/partner/documents',
  '/api/partner/activations',
  '/api/partner/tasks',
  '/api/chat/unread',
  '/api/resources?sort=newest&limit=4',
  '/api/partner/activities?limit=5',
  '/api/partner/invitations',
  '/api/partner/manager',
  '/api/partner/obligations',
  '/api/partner/payments',
  '/api/partner/invoices',
]

const ofStaff = [
  '/api/admin/attention',
  '/api/admin/documents?shared=none&limit=50',
  '/api/admin/shared-documents?limit=50',
  '/api/admin/activations?limit=50',
  '/api/admin/task-definitions?limit=50',
]

const ofManager = [
  '/api/admin/attention?manager=me',
  '/api/admin/documents?manager=me&limit=50',
  '/api/admin/activations?manager=me&limit=50',
  '/api/admin/tasks?manager=me&limit=50',
]

const loose = (category: string) => `/api/resources?limit=50&folder=none&category=${category}&page=1`
const ofCreative = ['/api/resource-folders', loose('creative')]
const ofLibrary = [
  '/api/resource-folders',
  '/api/resources?sort=newest&limit=4',
  ...['activation', 'creative', 'training'].map(loose),
]
const ofRecord = ['/api/admin/partners/one', '/api/admin/partners/one/summary']
const searched = '/api/resources?limit=50&search=logo&page=1'

test.each<[string, Viewer, string, string, string[]]>([
  ['a partner', partner, '/', '', ofDashboard],
  ['an owner', owner, '/', '', [...ofDashboard, '/api/partner/members']],
  ['a partner', partner, '/dashboard', '?task=one', ofDashboard],
  ['a partner', partner, '/', '?show=tasks', ['/api/partner/tasks']],
  ['a partner', partner, '/', '?sign=one', []],
  ['a partner', partner, '/resources', '', ofLibrary],
  ['a partner', partner, '/resources', '?category=creative', ofCreative],
  ['a partner', partner, '/resources', '?search=logo', ['/api/resource-folders', searched]],
  ['a partner', partner, '/', '?record=one', ofDashboard],
  ['who onboards', onboarding, '/', '', []],
  ['staff', staff, '/', '', ofStaff],
  ['staff', staff, '/', '?partners=mine', ofManager],
  ['staff', staff, '/', '?show=tasks', []],
  ['staff', staff, '/', '?partner=one', ofRecord],
  ['staff', staff, '/admin', '', ['/api/admin/views']],
  ['staff', staff, '/', '?record=one', ofRecord],
  ['staff', staff, '/admin', '?partner=one', ofRecord],
])('the server makes the reads of the page for %s', (_who, viewer, pathname, search, urls) => {
  expect(readsOf(viewer, { pathname, search }).map(({ url }) => url)).toEqual(urls)
})

test('the reads have the shape that the screen expects', () => {
  const toData = new Map(
    readsOf(partner, { pathname: '/', search: '' }).map((read) => [read.url, read.toData([1], 7)]),
  )
  expect(toData.get('/api/partner/tasks')).toEqual([1])
  expect(toData.get('/api/partner/activities?limit=5')).toEqual({ rows: [1], total: 7 })
  expect(toData.get('/api/announcements?limit=3&show=undismissed&page=1')).toEqual({
    pages: [{ rows: [1], total: 7 }],
    pageParams: [1],
  })
})
