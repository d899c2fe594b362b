import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { requiredText, userParams } from '../fields.ts'
import { limits } from '../limits.ts'

const count = z.number().int()

/** The data of a user that erasing concerns. */
export const ErasureInventory = z.strictObject({
  hasSignedIn: z.boolean(),
  hasProfile: z.boolean(),
  /** The other people of the partner that the user owns, whose memberships end. */
  otherMembers: count,
  openAgreements: count,
  tasks: count,
  activations: count,
  /** The messages in the user's own conversation, including those of the team. */
  messages: count,
  files: count,
  emails: count,
  signedAgreements: count,
  /** The payments to the partner and by them. */
  payments: count,
  /** The messages that the user wrote in the conversations of partners, as staff or as a member. */
  teamMessages: count,
})
export type ErasureInventory = z.output<typeof ErasureInventory>

export const getErasure = endpoint('GET', '/api/admin/users/:userId/erasure', {
  access: 'admin',
  byToken: true,
  summary: 'What erasing a user would delete and keep',
  params: userParams,
  responses: { 200: ErasureInventory },
})

export const EraseUser = z.strictObject({
  /** The user's email address, typed to confirm the erasure. */
  email: requiredText(limits.email, "Type the user's email address"),
})

export const eraseUser = endpoint('POST', '/api/admin/users/:userId/erasure', {
  access: 'admin',
  stepUp: true,
  summary:
    "Erases a user's personal data for good and returns what was deleted and kept; 409 when they have already been erased",
  params: userParams,
  body: EraseUser,
  responses: { 200: ErasureInventory },
})
