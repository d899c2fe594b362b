import { z } from 'zod'
import { Contact } from './activations.ts'
import { endpoint } from './endpoint.ts'
import { id, idParams, isoDate } from './fields.ts'

/**
 * What the people at an event need on its day. A phone keeps it, so it has nothing about agreements, amounts and payments for anybody, and
 * a new field needs a reason to be on a phone that may be lost.
 */
export const ActivationDay = z.strictObject({
  /** The id of the activation. */
  id,
  name: z.string(),
  activationDate: isoDate,
  endsAt: isoDate.nullable(),
  /** The IANA name of the time zone of the place; null if times are shown in the reader's time zone. */
  timeZone: z.string().nullable(),
  place: z.string().nullable(),
  description: z.string().nullable(),
  /** How to get in, and where to park; may have several lines. */
  arrival: z.string().nullable(),
  contacts: z.array(Contact),
  /** When the setup is, by the clocks of the place: the day, `YYYY-MM-DD`, and the time, `HH:MM`, or null for the whole day. */
  setups: z.array(z.strictObject({ dueOn: z.string(), time: z.string().nullable() })),
  /** What is still open, next due first, with the day by which it is due at the place. */
  open: z.array(z.strictObject({ name: z.string(), dueOn: z.string() })),
  /** For whom a browser may keep the day, and until when; null while staff view the portal as a partner, when nothing may be kept. */
  keep: z.strictObject({ userId: id, partnerId: id, until: isoDate }).nullable(),
})
export type ActivationDay = z.input<typeof ActivationDay>

export const getActivationDay = endpoint('GET', '/api/activations/:id/day', {
  access: 'signed-in',
  summary:
    'What the people at an activation need on its day, without agreements and amounts, for its partner and staff; 409 for a canceled one',
  params: idParams,
  responses: { 200: ActivationDay },
})
