import { describe, expect, it } from 'vitest'
import { profileFieldList } from './profile-fields.ts'
import { profileInputs } from './profile-schemas.ts'

describe('the schemas of the profile', () => {
  it.each(profileFieldList)('require $name if the table of fields does', ({ name, required }) => {
    expect(profileInputs[name].safeParse('').success).toBe(!required)
  })

  it.each(profileFieldList.filter(({ kind }) => kind === 'text' || kind === 'phone'))(
    'accept $name up to its maximum length',
    ({ name, maxLength }) => {
      expect(profileInputs[name].safeParse('1'.repeat(maxLength)).success).toBe(true)
      expect(profileInputs[name].safeParse('1'.repeat(maxLength + 1)).success).toBe(false)
    },
  )
})
