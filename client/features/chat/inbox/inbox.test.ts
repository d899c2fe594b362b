import { expect, test } from 'vitest'
import { readInboxView } from './inbox.tsx'

const read = (query: string) => {
  const params = new URLSearchParams(query)
  return readInboxView((name) => params.get(name) ?? '')
}

test('an address selects the listed conversations', () => {
  expect(read('show=mine&order=unread&search=hall')).toEqual({
    filter: 'mine',
    order: 'unread',
    search: 'hall',
    assignedTo: '',
    manager: '',
    labelId: '',
  })
})

test('unknown values count as left out', () => {
  const defaults = { filter: 'open', order: 'newest', search: '', assignedTo: '', manager: '', labelId: '' }
  expect(read('')).toEqual(defaults)
  expect(read('show=all&order=toString')).toEqual(defaults)
  expect(read('show=__proto__')).toEqual(defaults)
  expect(read(`search=${'x'.repeat(300)}`).search).toHaveLength(200)
})

test("the address selects the conversations of a colleague, unless it lists the user's own or unassigned ones", () => {
  const of = '22222222-2222-4222-8222-222222222222'
  expect(read(`of=${of}&show=closed`)).toMatchObject({ filter: 'closed', assignedTo: of })
  expect(read(`of=${of}&show=mine`)).toMatchObject({ filter: 'mine', assignedTo: '' })
  expect(read('of=someone&label=some')).toMatchObject({ assignedTo: '', labelId: '' })
  expect(read('show=waiting_for_us&manager=me')).toMatchObject({ manager: 'me', assignedTo: '' })
  expect(read(`show=waiting_for_us&label=${of}`)).toMatchObject({ filter: 'waiting_for_us', labelId: of })
})
