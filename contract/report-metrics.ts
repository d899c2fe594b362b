import { keysOf } from './keys-of.ts'

/**
 * The kinds of entries that reports count. `partner_active` has an entry for each day on which a partner was in the portal; a report counts each partner once.
 */
export const reportMetrics = [
  'partner_new',
  'partner_active',
  'partner_stalled',
  'partner_lost',
  'agreement_sent',
  'agreement_signed',
  'task_given',
  'task_done',
  'task_late',
  'activation',
  'download',
  'answer',
] as const
export type ReportMetric = (typeof reportMetrics)[number]

/** The files that list what is behind the numbers. */
export const reportFiles = {
  partners: ['partner_new', 'partner_active', 'partner_stalled', 'partner_lost'],
  agreements: ['agreement_sent', 'agreement_signed'],
  tasks: ['task_given', 'task_done', 'task_late'],
  activations: ['activation'],
  downloads: ['download'],
  answers: ['answer'],
} as const satisfies Record<string, readonly ReportMetric[]>
export type ReportFile = keyof typeof reportFiles

export const reportFileLabels: Record<ReportFile, string> = {
  partners: 'Partners',
  agreements: 'Agreements',
  tasks: 'Tasks',
  activations: 'Activations',
  downloads: 'Downloads',
  answers: 'Answers in chat',
}

/** After how many days in onboarding a partner counts as stalled, before an admin sets the number. */
export const defaultStalledDays = 14

/** The time zone of the company before an admin sets it, unless there are office hours. */
export const defaultCompanyZone = 'America/New_York'

/** The periods that a report can be asked for by name, in the company's time zone. */
export const reportPeriodLabels = {
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-quarter': 'This quarter',
  'last-quarter': 'Last quarter',
  'this-year': 'This year',
} as const
export type ReportPeriod = keyof typeof reportPeriodLabels
export const reportPeriods = keysOf(reportPeriodLabels)

/** By what the report adds up activations. The kind of an event is its plan. */
export const eventGroupingLabels = { group: 'Group', kind: 'Kind', partner: 'Partner' } as const
export type EventGrouping = keyof typeof eventGroupingLabels
