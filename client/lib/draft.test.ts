import { describe, expect, test } from 'vitest'
import { typedValues, withDraft } from './draft.ts'

const prefill = { fullName: 'Nadia Brooks', businessName: '', state: 'AL' }

describe('a draft', () => {
  test('keeps only what differs from what the form began with', () => {
    expect(typedValues({ ...prefill, businessName: 'Brooks Bakery' }, prefill)).toEqual({
      businessName: 'Brooks Bakery',
    })
    expect(typedValues(prefill, prefill)).toEqual({})
  })

  test('keeps that something was emptied', () => {
    expect(typedValues({ ...prefill, fullName: '' }, prefill)).toEqual({ fullName: '' })
  })

  test('lets what was not typed follow its source', () => {
    const typed = typedValues({ ...prefill, state: 'FL' }, prefill)
    expect(withDraft({ ...prefill, businessName: 'Brooks LLC' }, typed)).toEqual({
      fullName: 'Nadia Brooks',
      businessName: 'Brooks LLC',
      state: 'FL',
    })
  })

  test('loses fields that the form no longer has, and what is no text', () => {
    const typed: unknown = { gone: 'x', state: 7, toString: 'x', businessName: 'Brooks Bakery' }
    expect(withDraft(prefill, typed as Record<string, string>)).toEqual({
      ...prefill,
      businessName: 'Brooks Bakery',
    })
  })
})
