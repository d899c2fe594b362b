import { expect, test } from 'vitest'
import { fillFor } from './fill.ts'

const dana = { firstName: 'Dana', lastName: 'Quill', businessName: 'Quill Hall' }
const kim = { firstName: 'Kim', lastName: null }

test('a reply speaks of this partner, in the name of whoever sends it', () => {
  const text = 'Hello {{first_name}} of {{business_name}}. {{ Full_Name }}, {{staff_name}}'
  expect(fillFor(text, dana, kim)).toEqual({
    text: 'Hello Dana of Quill Hall. Dana Quill, Kim',
    missing: [],
    selected: undefined,
  })
})

test('what is not known stays, and the first of it is found', () => {
  const nobody = { firstName: null, lastName: null, businessName: null }
  const { text, missing, selected } = fillFor(
    'From {{staff_name}} to {{ business_name }}, {{first_name}}',
    nobody,
    kim,
  )
  expect(missing.toSorted()).toEqual(['business_name', 'first_name'])
  expect(text.slice(selected?.from, selected?.to)).toBe('{{ business_name }}')
})
