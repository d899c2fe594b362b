import { expect, test } from 'vitest'
import { addressWith } from '#client/lib/address-view.ts'
import { readDashboardView } from './dashboard-view.ts'

const read = (query: string) => readDashboardView((name) => new URLSearchParams(query).get(name) ?? '')

test('the address determines the chosen partner and the tasks shown of all partners', () => {
  expect(read('')).toEqual({ partnerId: null, tasks: 'all' })
  expect(read('partner=7')).toEqual({ partnerId: '7', tasks: 'all' })
  expect(read('tasks=overdue')).toEqual({ partnerId: null, tasks: 'overdue' })
})

test('unknown values, and the overdue tasks of all partners beside one partner, are ignored', () => {
  for (const query of ['partner=', 'tasks=late', 'other=1']) {
    expect(read(query)).toEqual({ partnerId: null, tasks: 'all' })
  }
  expect(read('partner=7&tasks=overdue')).toEqual({ partnerId: '7', tasks: 'all' })
})

test('an id with any characters is read from the address unchanged', () => {
  const partner = 'a&b=c d/é'
  expect(read(addressWith('/', '', { partner }).slice(2)).partnerId).toBe(partner)
})
