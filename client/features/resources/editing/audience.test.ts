import { describe, expect, test } from 'vitest'
import {
  type Audience,
  audienceOf,
  audienceProblems,
  forEveryone,
  missingPartners,
  sentAudience,
  withPartnersOf,
} from './audience.ts'

const stored = [
  { assignedGroup: null, assignedPartnerIds: [] },
  { assignedGroup: 'Coast', assignedPartnerIds: [] },
  { assignedGroup: null, assignedPartnerIds: ['a', 'b'] },
  { assignedGroup: 'Coast', assignedPartnerIds: ['a'] },
]

describe('an audience', () => {
  test.each(stored)('that is stored as %j is sent back as it was', (audience) => {
    expect(sentAudience(audienceOf(audience))).toEqual(audience)
    expect(audienceProblems(audienceOf(audience))).toEqual({})
  })

  test('sends only what its kind uses, and keeps the rest for going back', () => {
    const chosen: Audience = { kind: 'partners', group: 'Coast', partnerIds: ['a'] }
    expect(sentAudience(chosen)).toEqual({ assignedGroup: null, assignedPartnerIds: ['a'] })
    expect(sentAudience({ ...chosen, kind: 'group' })).toEqual({
      assignedGroup: 'Coast',
      assignedPartnerIds: [],
    })
    expect(sentAudience({ ...chosen, kind: 'everyone' })).toEqual(sentAudience(forEveryone))
  })

  test('of nobody is a problem, and never everyone', () => {
    const nobody = { group: '', partnerIds: [] }
    expect(audienceProblems({ kind: 'group', ...nobody })).toEqual({ group: 'Choose a group' })
    expect(audienceProblems({ kind: 'partners', ...nobody })).toEqual({
      partners: 'Choose at least one partner',
    })
    expect(Object.keys(audienceProblems({ kind: 'both', ...nobody }))).toEqual(['group', 'partners'])
    expect(audienceProblems({ kind: 'everyone', ...nobody })).toEqual({})
  })

  test('of a group and partners needs one of the two', () => {
    expect(audienceProblems({ kind: 'both', group: '', partnerIds: ['a'] })).toEqual({})
    expect(audienceProblems({ kind: 'both', group: 'Coast', partnerIds: [] })).toEqual({})
  })
})

describe('partners who are no longer there', () => {
  const gone: Audience = { kind: 'partners', group: '', partnerIds: ['a', 'gone'] }

  test('are told apart once it is known who there is', () => {
    expect(missingPartners(gone.partnerIds, undefined)).toEqual([])
    expect(missingPartners(gone.partnerIds, [{ id: 'a' }])).toEqual(['gone'])
  })

  test('are left out, and the last of them leaves nobody rather than everyone', () => {
    expect(withPartnersOf(gone, [{ id: 'a' }]).partnerIds).toEqual(['a'])
    expect(audienceProblems(withPartnersOf(gone, []))).toEqual({ partners: 'Choose at least one partner' })
    expect(withPartnersOf(gone, undefined)).toBe(gone)
  })
})
