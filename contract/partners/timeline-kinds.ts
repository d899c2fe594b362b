/** The kinds that filter the timeline of a partner. `activity` is all activity that is not of agreements or tasks. */
export const timelineKinds = ['notes', 'messages', 'tasks', 'agreements', 'emails', 'activity'] as const

export type TimelineKind = (typeof timelineKinds)[number]

export const timelineKindLabels: Record<TimelineKind, string> = {
  notes: 'Notes',
  messages: 'Messages',
  tasks: 'Tasks',
  agreements: 'Agreements',
  emails: 'Emails',
  activity: 'Activity',
}
