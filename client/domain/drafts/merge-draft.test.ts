import { describe, expect, test } from 'vitest'
import { isSameDraft, mergeDraft } from './merge-draft.ts'

const base = { name: 'Dana', venue: 'Hall' }

describe('a draft that was changed in two places', () => {
  test('has the changes of both', () => {
    const merged = mergeDraft({
      base,
      own: { ...base, title: 'Owner' },
      server: { name: 'Dana Whitfield', venue: 'Hall' },
    })
    expect(merged.values).toEqual({ name: 'Dana Whitfield', venue: 'Hall', title: 'Owner' })
    expect(merged.conflicts.size).toBe(0)
  })

  test('has the text of this form when both have changed a field, and returns the other text as a conflict', () => {
    const merged = mergeDraft({ base, own: { ...base, venue: 'A' }, server: { ...base, venue: 'B' } })
    expect(merged.values.venue).toBe('A')
    expect([...merged.conflicts]).toEqual([['venue', 'B']])
  })

  test('has no conflict when both have typed the same text', () => {
    const both = { ...base, venue: 'The Hall' }
    expect(mergeDraft({ base, own: both, server: both }).conflicts.size).toBe(0)
  })

  test('has the initial value of a field that the other tab has cleared or restored', () => {
    expect(mergeDraft({ base, own: base, server: { name: 'Dana' } }).values).toEqual({ name: 'Dana' })
    const own = { ...base, venue: 'Mine' }
    const merged = mergeDraft({ base, own, server: { name: 'Dana' } })
    expect(merged.values).toEqual(own)
    expect([...merged.conflicts]).toEqual([['venue', undefined]])
  })

  test('merges a field that has the name of a property of every object, such as constructor', () => {
    const merged = mergeDraft({ base: {}, own: {}, server: { constructor: 'x' } as never })
    expect(Object.entries(merged.values)).toEqual([['constructor', 'x']])
    expect(isSameDraft({}, { toString: 'x' } as never)).toBe(false)
  })
})
