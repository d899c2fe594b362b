import { describe, expect, test } from 'vitest'
import { fillReply, findUnknownPlaceholders } from './reply-placeholders.ts'

const values = {
  first_name: 'Dana',
  full_name: 'Dana Whitfield',
  business_name: null,
  staff_name: '$& {{first_name}}',
}

describe('filling in a saved reply', () => {
  test('replaces every placeholder, in any case and as often as it occurs', () => {
    expect(fillReply('Hi {{first_name}}, {{ FIRST_NAME }}!\n{{full_name}}', values)).toEqual({
      text: 'Hi Dana, Dana!\nDana Whitfield',
      missing: [],
    })
  })

  test('leaves a placeholder without a value unchanged, and lists it once', () => {
    const text = '{{business_name}} and {{business_name}}, {{first_name}}'
    expect(fillReply(text, { ...values, first_name: '  ' })).toEqual({
      text,
      missing: ['business_name', 'first_name'],
    })
  })

  test('inserts a value unchanged, even if it looks like a placeholder or a pattern', () => {
    expect(fillReply('From {{staff_name}}', values).text).toBe('From $& {{first_name}}')
  })

  test('leaves other text in braces unchanged', () => {
    const text = '{first_name} {{}} {{constructor}} {{{first_name} }} {{a\nb}}'
    expect(fillReply(text, values)).toEqual({ text, missing: [] })
    expect(findUnknownPlaceholders(text)).toEqual(['{{}}', '{{constructor}}', '{{a\nb}}'])
    expect(findUnknownPlaceholders('{{first_name}} {{ Staff_Name }}')).toEqual([])
  })
})
