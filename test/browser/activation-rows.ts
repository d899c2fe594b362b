import type { PartnerActivation } from '#contract/activations.ts'
import { profile, support } from './people.ts'

let last = 0

/** An activation of `partner` in 2099, without any optional fields. */
export const activationRow = (fields: Partial<PartnerActivation> = {}): PartnerActivation => ({
  id: `66666666-6666-4666-8666-${String(++last).padStart(12, '0')}`,
  partnerId: profile.id,
  definitionId: null,
  isShared: false,
  stage: 'planned',
  name: 'Opening night',
  activationDate: '2099-04-17T18:30:00.000Z',
  endsAt: null,
  timeZone: null,
  place: null,
  description: null,
  arrival: null,
  expectedGuests: null,
  expectedSignUps: null,
  hasRecap: false,
  contacts: [],
  documentId: null,
  resources: [],
  plan: null,
  createdBy: support.id,
  createdAt: '2026-11-01T15:00:00.000Z',
  updatedAt: '2026-11-01T15:00:00.000Z',
  ...fields,
})
