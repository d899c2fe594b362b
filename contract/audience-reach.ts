import { z } from 'zod'
import { assignedGroup, assignedViewId, partnerIds } from './audience.ts'
import { endpoint } from './endpoint.ts'
import { LeftOut } from './partners/bulk.ts'

/** The kinds of notifications whose reach can be counted. */
export const reachKinds = ['resource_added', 'announcement'] as const
export type ReachKind = (typeof reachKinds)[number]

const count = z.int()

export const checkAudience = endpoint('POST', '/api/admin/audience/check', {
  access: 'staff',
  summary:
    'How many partners of an audience would see something, and how many of them would be emailed; sends nothing',
  body: z.strictObject({
    about: z.enum(reachKinds),
    assignedPartnerIds: partnerIds,
    assignedGroup,
    assignedViewId,
  }),
  responses: {
    200: z.strictObject({
      partners: count,
      /** How many of these partners have somebody who would be emailed, and why the others have nobody. */
      emailed: count,
      leftOut: LeftOut,
    }),
  },
})
