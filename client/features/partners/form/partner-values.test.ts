import { describe, expect, test } from 'vitest'
import { type AdminPartner, CreatePartner } from '#contract/partners/partners.ts'
import {
  addSchema,
  formFields,
  newPartner,
  type PartnerValues,
  refilledByUser,
  updateSchema,
  valuesOfPartner,
} from './partner-values.ts'

const ann = { id: crypto.randomUUID(), email: 'ann@example.com', firstName: 'Ann', lastName: 'Lee' }
const ben = { id: crypto.randomUUID(), email: 'ben@example.com', firstName: 'Ben', lastName: null }
const nameless = { id: crypto.randomUUID(), email: 'who@example.com', firstName: null, lastName: null }

const filled: PartnerValues = {
  ...newPartner(ann),
  state: 'AL',
  businessName: 'Lee Hall',
  mainMarketingContact: 'Mara Lee',
  businessWebsite: 'https://lee.example',
}

const messages = (schema: typeof addSchema | typeof updateSchema, values: PartnerValues) =>
  Object.fromEntries(
    (schema.safeParse(values).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  )

test('the form has every field of the contract', () => {
  expect([...formFields].sort()).toEqual(Object.keys(CreatePartner.shape).sort())
})

describe('a new partner', () => {
  test('begins without a user and with only the communication methods filled in', () => {
    const { preferredCommunicationMethod, marketingPreferredCommunicationMethod, ...rest } = newPartner(null)
    expect([preferredCommunicationMethod, marketingPreferredCommunicationMethod]).toEqual(['email', 'email'])
    expect(new Set(Object.values(rest))).toEqual(new Set(['']))
  })

  test('begins with the name and email of the user', () => {
    expect(newPartner(ann)).toMatchObject({ userId: ann.id, fullName: 'Ann Lee', email: 'ann@example.com' })
    expect(newPartner(nameless)).toMatchObject({ fullName: '', email: 'who@example.com' })
  })

  test('gets all errors at once', () => {
    expect(messages(addSchema, newPartner(null))).toEqual({
      userId: 'User ID is required',
      fullName: 'Full name is required',
      email: 'Valid email is required',
      state: 'State is required',
      businessName: 'Business name is required',
      mainMarketingContact: 'Main marketing contact is required',
      businessWebsite: 'Valid website URL is required',
    })
  })

  test('is sent without its empty fields', () => {
    expect(addSchema.parse(filled)).toMatchObject({ userId: ann.id, facebookUrl: null, eventName: null })
  })
})

describe('choosing a user', () => {
  test('fills in the empty fields', () => {
    expect(refilledByUser({ fullName: '', email: '' }, null, ann)).toEqual({
      fullName: 'Ann Lee',
      email: 'ann@example.com',
    })
  })

  test('replaces the values that came from the user chosen before', () => {
    expect(refilledByUser({ fullName: 'Ann Lee', email: 'ann@example.com' }, ann, ben)).toEqual({
      fullName: 'Ben',
      email: 'ben@example.com',
    })
    expect(refilledByUser({ fullName: 'Ann Lee', email: 'ann@example.com' }, ann, nameless)).toEqual({
      fullName: '',
      email: 'who@example.com',
    })
  })

  test('does not replace typed values', () => {
    expect(refilledByUser({ fullName: 'Ann of Lee Hall', email: 'ann@example.com' }, ann, ben)).toEqual({
      email: 'ben@example.com',
    })
    expect(refilledByUser({ fullName: 'Ann Lee', email: 'hall@example.com' }, null, ben)).toEqual({})
  })
})

describe('an existing partner', () => {
  const stored = {
    ...filled,
    preferredCommunicationMethod: 'text',
    facebookUrl: null,
    territory: 'Mobile',
    onboardingStatus: 'documents',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-02T00:00:00.000Z',
  } as unknown as AdminPartner

  test('fills the form, including a communication method that the form does not offer', () => {
    const values = valuesOfPartner(stored)
    expect(Object.keys(values).sort()).toEqual([...formFields].sort())
    expect(values).toMatchObject({
      preferredCommunicationMethod: 'text',
      facebookUrl: '',
      territory: 'Mobile',
    })
    expect(messages(updateSchema, values)).toEqual({})
  })

  test('is sent without its user, which cannot change', () => {
    const sent = updateSchema.parse(valuesOfPartner(stored))
    expect(sent).not.toHaveProperty('userId')
    expect(sent).toMatchObject({ preferredCommunicationMethod: 'text', territory: 'Mobile', eventName: null })
  })
})
