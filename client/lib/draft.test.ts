import { describe, expect, test } from 'vitest'
import { typedValues, withDraft } from './draft.ts'

const prefill = { fullName: 'Nadia Brooks', businessName: '', state: 'AL' }

describe('a draft', () => {
  test('stores only the values that differ from the initial ones', () => {
    expect(typedValues({ ...prefill, businessName: 'Brooks Bakery' }, prefill)).toEqual({
      businessName: 'Brooks Bakery',
    })
    expect(typedValues(prefill, prefill)).toEqual({})
  })

  test('stores that a field was emptied', () => {
    expect(typedValues({ ...prefill, fullName: '' }, prefill)).toEqual({ fullName: '' })
  })

  test('takes the untouched fields from the current values', () => {
    const typed = typedValues({ ...prefill, state: 'FL' }, prefill)
    expect(withDraft({ ...prefill, businessName: 'Brooks LLC' }, typed)).toEqual({
      fullName: 'Nadia Brooks',
      businessName: 'Brooks LLC',
      state: 'FL',
    })
  })

  test('ignores fields that the form no longer has and values that are not text', () => {
    const typed: unknown = { gone: 'x', state: 7, toString: 'x', businessName: 'Brooks Bakery' }
    expect(withDraft(prefill, typed as Record<string, string>)).toEqual({
      ...prefill,
      businessName: 'Brooks Bakery',
    })
  })
})
