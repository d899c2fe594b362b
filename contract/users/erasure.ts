import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { limits, requiredText, userParams } from '../fields.ts'

const count = z.number().int()

/** The data of a user that erasing concerns. */
export const ErasureInventory = z.strictObject({
  hasSignedIn: z.boolean(),
  hasProfile: z.boolean(),
  openAgreements: count,
  tasks: count,
  activations: count,
  /** The messages in the user's own conversation, including those of the team. */
  messages: count,
  files: count,
  emails: count,
  signedAgreements: count,
  /** The messages that the user wrote, as staff, in the conversations of partners. */
  teamMessages: count,
})
export type ErasureInventory = z.output<typeof ErasureInventory>

/** Whether the user's row stays without personal data, because data that is kept refers to it. */
export const leavesRow = ({ signedAgreements, teamMessages }: ErasureInventory) =>
  signedAgreements > 0 || teamMessages > 0

/** Whether the user was never used, for example because they were added by mistake. */
export const isUnused = (inventory: ErasureInventory) => {
  const { hasSignedIn, hasProfile, emails: _invitation, ...counts } = inventory
  return !hasSignedIn && !hasProfile && Object.values(counts).every((rows) => rows === 0)
}

const counted = (rows: number, one: string, many = `${one}s`) =>
  rows === 0 ? [] : [`${rows.toLocaleString('en-US')} ${rows === 1 ? one : many}`]

/** Returns a line for each kind of data that is erased. */
export const erasedLines = (inventory: ErasureInventory) => [
  'Name, email address and sign-in',
  ...(inventory.hasProfile ? ['Partner profile and activity'] : []),
  ...counted(inventory.openAgreements, 'unsigned agreement'),
  ...counted(inventory.tasks, 'task'),
  ...counted(inventory.activations, 'activation'),
  ...counted(inventory.messages, 'message in their conversation', 'messages in their conversation'),
  ...counted(inventory.files, 'file'),
  ...counted(inventory.emails, 'entry in the email log', 'entries in the email log'),
]

/** Returns a line for each kind of data that is kept, with the reason. */
export const keptLines = ({ signedAgreements, teamMessages }: ErasureInventory) => [
  ...counted(
    signedAgreements,
    'signed agreement, with its signature: evidence of what was agreed',
    'signed agreements, with their signatures: evidence of what was agreed',
  ),
  ...counted(
    teamMessages,
    'message to partners, without a name: it belongs to their conversations',
    'messages to partners, without a name: they belong to their conversations',
  ),
  'Audit log, with name and email: what staff changed, when and where the user signed in, their passkeys and downloads',
]

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
