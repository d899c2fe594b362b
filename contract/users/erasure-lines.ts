import type { ErasureInventory } from './erasure.ts'

/** Whether the user's row stays without personal data, because data that is kept refers to it. */
export const leavesRow = ({ signedAgreements, payments, teamMessages }: ErasureInventory) =>
  signedAgreements > 0 || payments > 0 || teamMessages > 0

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
  ...counted(inventory.otherMembers, 'membership of another person', 'memberships of other people'),
  ...counted(inventory.openAgreements, 'unsigned agreement'),
  ...counted(inventory.tasks, 'task'),
  ...counted(inventory.activations, 'activation'),
  ...counted(inventory.messages, 'message in their conversation', 'messages in their conversation'),
  ...counted(inventory.files, 'file'),
  ...counted(inventory.emails, 'entry in the email log', 'entries in the email log'),
]

/** Returns a line for each kind of data that is kept, with the reason. */
export const keptLines = ({ signedAgreements, payments, teamMessages }: ErasureInventory) => [
  ...counted(
    signedAgreements,
    'signed agreement, with its signature: evidence of what was agreed',
    'signed agreements, with their signatures: evidence of what was agreed',
  ),
  ...counted(
    payments,
    'payment, without a name: accounting must be able to prove it',
    'payments, without a name: accounting must be able to prove them',
  ),
  ...counted(
    teamMessages,
    'message in the conversation of a partner, without a name: it belongs to that conversation',
    'messages in the conversations of partners, without a name: they belong to those conversations',
  ),
  'Audit log, with name and email: what staff changed, when and where the user signed in, their passkeys and downloads',
]
