/** The kinds that filter the activity of a partner. */
export const activityKinds = [
  'profile',
  'agreements',
  'tasks',
  'activations',
  'files',
  'emails',
  'people',
  'account',
] as const

export type ActivityKind = (typeof activityKinds)[number]

export const activityKindLabels: Record<ActivityKind, string> = {
  profile: 'Profile and onboarding',
  agreements: 'Agreements',
  tasks: 'Tasks',
  activations: 'Activations',
  files: 'Files',
  emails: 'Emails and reminders',
  people: 'People',
  account: 'Account',
}
