import type { PartnerActivation } from '#contract/activations.ts'

/** The address at which an activation is downloaded as a calendar file. */
export const calendarFileOf = ({ id }: Pick<PartnerActivation, 'id'>) => `/api/activations/${id}/calendar`
