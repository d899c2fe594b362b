import { expect, test } from 'vitest'
import { addressWith } from '#client/lib/address-view.ts'
import { readDashboardView } from './dashboard-view.ts'

const read = (query: string) => readDashboardView((name) => new URLSearchParams(query).get(name) ?? '')

const home = { partnerId: null, list: null, isMine: false, isByPartner: false }

test('the address determines the chosen partner, the single list that is shown, and how items are grouped', () => {
  expect(read('')).toEqual(home)
  expect(read('partners=mine')).toEqual({ ...home, isMine: true })
  expect(read('attention=partner')).toEqual({ ...home, isByPartner: true })
  expect(read('partner=7')).toEqual({ ...home, partnerId: '7' })
  expect(read('partner=7&partners=mine&show=agreements')).toEqual({
    ...home,
    partnerId: '7',
    list: 'agreements',
  })
})

test('ignores unknown values', () => {
  for (const query of ['partner=', 'partners=all', 'show=everything', 'attention=kind', 'other=1']) {
    expect(read(query)).toEqual(home)
  }
})

test('an id with any characters is read from the address unchanged', () => {
  const partner = 'a&b=c d/é'
  expect(read(addressWith('/', '', { partner }).slice(2)).partnerId).toBe(partner)
})
