import { describe, expect, test } from 'vitest'
import { isSameDraft, mergeDraft } from './merge-draft.ts'

const base = { name: 'Dana', venue: 'Hall' }

describe('a draft that two have changed', () => {
  test('has what each of them has changed', () => {
    const merged = mergeDraft({
      base,
      own: { ...base, title: 'Owner' },
      server: { name: 'Dana Whitfield', venue: 'Hall' },
    })
    expect(merged.values).toEqual({ name: 'Dana Whitfield', venue: 'Hall', title: 'Owner' })
    expect(merged.conflicts.size).toBe(0)
  })

  test('has the own text where both have changed a field, and names the other one', () => {
    const merged = mergeDraft({ base, own: { ...base, venue: 'A' }, server: { ...base, venue: 'B' } })
    expect(merged.values.venue).toBe('A')
    expect([...merged.conflicts]).toEqual([['venue', 'B']])
  })

  test('has no conflict where both have typed the same', () => {
    const both = { ...base, venue: 'The Hall' }
    expect(mergeDraft({ base, own: both, server: both }).conflicts.size).toBe(0)
  })

  test('has a field as the form began where the other tab has emptied or restored it', () => {
    expect(mergeDraft({ base, own: base, server: { name: 'Dana' } }).values).toEqual({ name: 'Dana' })
    const own = { ...base, venue: 'Mine' }
    const merged = mergeDraft({ base, own, server: { name: 'Dana' } })
    expect(merged.values).toEqual(own)
    expect([...merged.conflicts]).toEqual([['venue', undefined]])
  })

  test('merges a field that is named like a property of every object, such as constructor', () => {
    const merged = mergeDraft({ base: {}, own: {}, server: { constructor: 'x' } as never })
    expect(Object.entries(merged.values)).toEqual([['constructor', 'x']])
    expect(isSameDraft({}, { toString: 'x' } as never)).toBe(false)
  })
})
