import { z } from 'zod'
import {
  noMoment,
  sentMoment,
  usualTimes,
  type When,
  whenFields,
  whenOf,
} from '#client/domain/date-and-time/date-and-time.ts'
import { partnerField, type WithPartner } from '#client/domain/partner-picker/partner-field.tsx'
import type { RowPartner } from '#client/domain/rows/rows.ts'
import { CreateActivation, type createActivation, type PartnerActivation } from '#contract/activations.ts'
import type { Sent } from '#contract/endpoint.ts'

/** What is said of an activation, as the form holds it. */
export type ActivationValues = When & WithPartner & { name: string }

export const activationSchema = z.object({
  name: CreateActivation.shape.name,
  ...whenFields('Activation date is required'),
  partner: partnerField,
})
export type CheckedActivation = z.output<typeof activationSchema>

export const activationValues = (
  activation: PartnerActivation | null,
  partner: RowPartner | null,
): ActivationValues =>
  activation
    ? { name: activation.name, ...whenOf(activation.activationDate, usualTimes.activation.time), partner }
    : { name: '', ...noMoment, partner }

/**
 * As the server takes it.
 * @param seen the activation that the form was filled from
 */
export const sentActivation = (
  { name, day, time, partner }: CheckedActivation,
  seen: PartnerActivation | null,
): Sent<typeof createActivation, 'body'> => ({
  name,
  activationDate: sentMoment({ day, time }, usualTimes.activation.time, seen?.activationDate),
  partnerId: partner?.id ?? '',
})
