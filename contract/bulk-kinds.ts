/** What can be done to many partners at once. */
export const bulkKinds = ['manager', 'group', 'tag', 'untag', 'invite', 'message', 'remind'] as const

export type BulkKind = (typeof bulkKinds)[number]

/** Why a bulk action leaves partners out, in the words that follow their number. */
export const leftOutLabels = {
  disabled: 'disabled',
  opted_out: 'turned these emails off',
  invited_often: 'invited three times within a day',
  signed_in: 'signed in already',
  in_onboarding: 'in onboarding',
  never_invited: 'never invited',
  address_refused: 'with an address that refuses emails',
  reminded: 'reminded within a day',
  nothing_open: 'with nothing open',
  full: 'have as many tags as a partner can have',
} as const

export type LeftOutReason = keyof typeof leftOutLabels

/** The maximum number of partners that a bulk action names one by one. A filter may choose more. */
export const maxBulkIds = 1000

/** For how many seconds an action that sends something waits, so that it can be taken back before anything is sent. */
export const undoSeconds = 8
