/** How many items of each kind are listed, by default and at most. */
export const attentionRows = { few: 10, many: 50 }

/** The kinds of items that staff mark as done or snooze. A conversation is closed or snoozed itself, and a handover ends when all is handed over. */
export const markedKinds = [
  'tasksToReview',
  'overdueTasks',
  'declinedDocuments',
  'unsignedDocuments',
  'unsealedDocuments',
  'documentsToCountersign',
  'unreadTerms',
  'lateObligations',
  'missingRecaps',
  'invoicesToReview',
  'stalledPartners',
  'failedEmails',
] as const
export type MarkedKind = (typeof markedKinds)[number]
