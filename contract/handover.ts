import { z } from 'zod'
import { belongingKinds } from './belongings.ts'
import { endpoint } from './endpoint.ts'
import { id, isoDate, userParams } from './fields.ts'

export const BelongingCounts = z.partialRecord(z.enum(belongingKinds), z.int())

/** What a member of staff, or somebody who was one, is responsible for. */
export const Belongings = z.strictObject({
  name: z.string(),
  counts: BelongingCounts,
  /** The API tokens that they created. Nobody can take over a token: it ends with the access of its creator. */
  apiTokens: z.array(z.strictObject({ id, name: z.string(), lastUsedAt: isoDate.nullable() })),
})
export type Belongings = z.input<typeof Belongings>

export const getBelongings = endpoint('GET', '/api/admin/users/:userId/belongings', {
  access: 'staff',
  summary:
    'What a member of staff is responsible for, by kind, and the API tokens that they created. Only admins can ask about an admin',
  params: userParams,
  responses: { 200: Belongings },
})

export const handOver = endpoint('POST', '/api/admin/users/:userId/handover', {
  access: 'staff',
  summary:
    'Gives what a member of staff is responsible for to another, all of it or the kinds in `what`. Only admins can hand over for an admin, and only an admin can take over webhooks. Calling it again changes nothing',
  params: userParams,
  body: z.strictObject({
    toUserId: z.uuid({ error: 'Choose who takes it over' }),
    what: z
      .array(z.enum(belongingKinds))
      .min(1, 'Choose what to hand over')
      .max(belongingKinds.length)
      .optional(),
  }),
  responses: { 200: z.strictObject({ handedOver: BelongingCounts }) },
})
