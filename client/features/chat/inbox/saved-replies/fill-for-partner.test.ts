import { expect, test } from 'vitest'
import { fillForPartner } from './fill-for-partner.ts'

const dana = { firstName: 'Dana', lastName: 'Quill', businessName: 'Quill Hall' }
const kim = { firstName: 'Kim', lastName: null }

test('a reply is filled in with the names of the partner and of the sender', () => {
  const text = 'Hello {{first_name}} of {{business_name}}. {{ Full_Name }}, {{staff_name}}'
  expect(fillForPartner(text, dana, kim)).toEqual({
    text: 'Hello Dana of Quill Hall. Dana Quill, Kim',
    missing: [],
    selected: undefined,
  })
})

test('placeholders without a value stay, and the first of them is selected', () => {
  const nobody = { firstName: null, lastName: null, businessName: null }
  const { text, missing, selected } = fillForPartner(
    'From {{staff_name}} to {{ business_name }}, {{first_name}}',
    nobody,
    kim,
  )
  expect(missing.toSorted()).toEqual(['business_name', 'first_name'])
  expect(text.slice(selected?.from, selected?.to)).toBe('{{ business_name }}')
})
