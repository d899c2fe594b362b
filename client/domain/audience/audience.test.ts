import { describe, expect, test } from 'vitest'
import {
  type Audience,
  audienceOf,
  audienceProblems,
  forAudience,
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
  { assignedGroup: null, assignedPartnerIds: [], assignedViewId: 'v' },
]

describe('an audience', () => {
  test.each(stored)('stored as %j is sent back unchanged', (audience) => {
    expect(sentAudience(audienceOf(audience))).toEqual(audience)
    expect(audienceProblems(audienceOf(audience))).toEqual({})
  })

  test('sends only the fields of its kind', () => {
    const chosen: Audience = { kind: 'partners', group: 'Coast', partnerIds: ['a'], viewId: '' }
    expect(sentAudience(chosen)).toEqual({ assignedGroup: null, assignedPartnerIds: ['a'] })
    expect(sentAudience({ ...chosen, kind: 'group' })).toEqual({
      assignedGroup: 'Coast',
      assignedPartnerIds: [],
    })
    expect(sentAudience({ ...chosen, kind: 'everyone' })).toEqual(sentAudience(forEveryone))
  })

  test('without a group or partners is an error and never means everyone', () => {
    const nobody = { group: '', partnerIds: [], viewId: '' }
    expect(audienceProblems({ kind: 'group', ...nobody })).toEqual({ group: 'Choose a group' })
    expect(audienceProblems({ kind: 'partners', ...nobody })).toEqual({
      partners: 'Choose at least one partner',
    })
    expect(Object.keys(audienceProblems({ kind: 'both', ...nobody }))).toEqual(['group', 'partners'])
    expect(audienceProblems({ kind: 'view', ...nobody })).toEqual({ view: 'Choose a view' })
    expect(audienceProblems({ kind: 'everyone', ...nobody })).toEqual({})
  })

  test('has a capital letter within a line only as the name of a group', () => {
    expect(stored.map(forAudience)).toEqual([
      'For everyone',
      'For Coast',
      'For 2 partners',
      'For Coast and 1 partner',
      'For partners of a saved view',
    ])
  })

  test('of a group and partners needs one of the two', () => {
    expect(audienceProblems({ kind: 'both', group: '', partnerIds: ['a'], viewId: '' })).toEqual({})
    expect(audienceProblems({ kind: 'both', group: 'Coast', partnerIds: [], viewId: '' })).toEqual({})
  })
})

describe('deleted partners', () => {
  const gone: Audience = { kind: 'partners', group: '', partnerIds: ['a', 'gone'], viewId: '' }

  test('are detected once the list of partners has loaded', () => {
    expect(missingPartners(gone.partnerIds, undefined)).toEqual([])
    expect(missingPartners(gone.partnerIds, [{ id: 'a' }])).toEqual(['gone'])
  })

  test('are removed from the audience, and an audience left empty is an error', () => {
    expect(withPartnersOf(gone, [{ id: 'a' }]).partnerIds).toEqual(['a'])
    expect(audienceProblems(withPartnersOf(gone, []))).toEqual({ partners: 'Choose at least one partner' })
    expect(withPartnersOf(gone, undefined)).toEqual(gone)
  })
})
