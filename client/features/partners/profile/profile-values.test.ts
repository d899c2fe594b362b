import { describe, expect, test } from 'vitest'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import { profileFieldList } from '#contract/partners/profile-fields.ts'
import { offeredMethods } from '../profile-inputs.tsx'
import { asSent, type ProfileValues, profilePrefill, profileSchema } from './profile-values.ts'

const invited = { firstName: 'Nadia', lastName: 'Brooks', email: 'nadia@brooks.example' }
const empty = profilePrefill(invited, null)

const filled: ProfileValues = {
  ...empty,
  businessName: 'Brooks Bakery',
  businessWebsite: 'https://brooks.example',
  mainMarketingContact: 'Mara Brooks',
  marketingContactEmail: 'mara@brooks.example',
}

const stored = {
  ...filled,
  facebookUrl: null,
  preferredCommunicationMethod: 'phone',
  phoneNumber: '555 0100',
} as unknown as PartnerProfile

const messages = (values: ProfileValues, prefill = empty) => {
  const result = profileSchema(prefill).safeParse(values)
  return Object.fromEntries(
    (result.error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  )
}

describe('the profile form', () => {
  test('begins with the data of the invitation and the defaults', () => {
    expect(empty).toMatchObject({
      fullName: 'Nadia Brooks',
      email: 'nadia@brooks.example',
      state: 'AL',
      preferredCommunicationMethod: 'email',
      marketingPreferredCommunicationMethod: 'email',
      businessName: '',
    })
    expect(profilePrefill({ ...invited, firstName: null, lastName: null }, null).fullName).toBe('')
  })

  test('begins with the stored profile if there is one', () => {
    expect(profilePrefill(invited, stored)).toMatchObject({ phoneNumber: '555 0100', facebookUrl: '' })
  })
})

describe('the offered communication methods', () => {
  test('are the three methods for partners', () => {
    expect(offeredMethods('partner', undefined)).toEqual(['email', 'text', 'whatsapp'])
    expect(offeredMethods('partner', 'text')).toEqual(['email', 'text', 'whatsapp'])
  })

  test('include a method that staff have stored', () => {
    expect(offeredMethods('partner', 'phone')).toEqual(['email', 'text', 'whatsapp', 'phone'])
  })
})

describe('a submitted profile', () => {
  test('omits the value of a field that was hidden again', () => {
    const values = { ...filled, phoneNumber: 'x'.repeat(50), marketingContactPhone: '555 0100' }
    expect(asSent(values, empty)).toEqual(filled)
    expect(messages(values)).toEqual({})
  })

  test('includes the value that staff stored in a hidden field', () => {
    const prefill = profilePrefill(invited, stored)
    const values = { ...prefill, preferredCommunicationMethod: 'email' }
    expect(asSent(values, prefill).phoneNumber).toBe('555 0100')
  })

  test('has every field of the contract and passes its schema', () => {
    const sent = profileSchema(empty).parse(filled)
    expect(Object.keys(sent).toSorted()).toEqual(profileFieldList.map(({ name }) => name).toSorted())
    expect(sent).toMatchObject({ businessName: 'Brooks Bakery', phoneNumber: null, facebookUrl: null })
  })
})

describe('an invalid profile', () => {
  test('gets all errors at once, with the messages of the contract', () => {
    expect(messages({ ...empty, fullName: ' ', preferredCommunicationMethod: 'text' })).toEqual({
      fullName: 'Full name is required',
      phoneNumber: 'Phone number is required for text communication',
      businessName: 'Business name is required',
      businessWebsite: 'Valid website URL is required',
      mainMarketingContact: 'Main marketing contact is required',
      marketingContactEmail: 'Email address is required for email communication',
    })
  })

  test('gets an error for an invalid optional address', () => {
    expect(messages({ ...filled, tiktokUrl: 'nonsense' })).toEqual({ tiktokUrl: 'Valid TikTok URL' })
  })
})
