import type { PartnerActivation } from '#contract/activations.ts'

/** The address of an activation as a file for a calendar. */
export const calendarFileOf = ({ id }: Pick<PartnerActivation, 'id'>) => `/api/activations/${id}/calendar`
