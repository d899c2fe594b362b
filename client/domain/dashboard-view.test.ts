import { expect, test } from 'vitest'
import { addressWith } from '#client/lib/address-view.ts'
import { readDashboardView } from './dashboard-view.ts'

const read = (query: string) => readDashboardView((name) => new URLSearchParams(query).get(name) ?? '')

test('the address determines the chosen partner and the single list that is shown', () => {
  expect(read('')).toEqual({ partnerId: null, list: null, isMine: false })
  expect(read('partners=mine')).toEqual({ partnerId: null, list: null, isMine: true })
  expect(read('partner=7')).toEqual({ partnerId: '7', list: null, isMine: false })
  expect(read('partner=7&partners=mine&show=agreements')).toEqual({
    partnerId: '7',
    list: 'agreements',
    isMine: false,
  })
})

test('ignores unknown values', () => {
  for (const query of ['partner=', 'partners=all', 'show=everything', 'other=1']) {
    expect(read(query)).toEqual({ partnerId: null, list: null, isMine: false })
  }
})

test('an id with any characters is read from the address unchanged', () => {
  const partner = 'a&b=c d/é'
  expect(read(addressWith('/', '', { partner }).slice(2)).partnerId).toBe(partner)
})
