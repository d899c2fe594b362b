import { expect, test } from 'vitest'
import { addressOf, allPartners, readView } from './dashboard-view.ts'

test('an address says which partner, and which tasks of all of them', () => {
  for (const [query, view] of [
    ['', allPartners],
    ['partner=7', { ...allPartners, partnerId: '7' }],
    ['tasks=overdue', { ...allPartners, tasks: 'overdue' }],
    ['tasks=overdue&page=3', { ...allPartners, tasks: 'overdue', page: 3 }],
  ] as const) {
    expect(readView(query)).toEqual(view)
    expect(addressOf('/dashboard', view)).toBe(query ? `/dashboard?${query}` : '/dashboard')
  }
})

test('what is not known, or does not go together, counts as left out', () => {
  for (const query of ['partner=', 'tasks=late', 'page=2', 'other=1'])
    expect(readView(query)).toEqual(allPartners)
  for (const page of ['0', '-1', '1.5', 'two', '', '1e3', '9999999']) {
    expect(readView(`tasks=overdue&page=${page}`).page).toBe(1)
  }
  expect(readView('partner=7&tasks=overdue&page=2')).toEqual({ ...allPartners, partnerId: '7' })
})

test('an id from an address goes into another as it is', () => {
  const partnerId = 'a&b=c d/é'
  expect(readView(addressOf('/', { ...allPartners, partnerId }).slice(2)).partnerId).toBe(partnerId)
})
