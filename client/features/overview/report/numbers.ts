import { agreementsAddress } from '#client/domain/agreements/agreements-address.ts'
import { formatCount } from '#client/lib/format.ts'
import type { Received } from '#contract/endpoint.ts'
import type { ReportFile, ReportMetric } from '#contract/report-metrics.ts'
import type { getReportSummary } from '#contract/reports.ts'

export type Report = Received<typeof getReportSummary>

export type ReportRow = {
  metric: ReportMetric
  label: string
  /** Says what exactly is counted. */
  definition: string
  /** The list of what is counted, as it is now. */
  href: string
}

/** Returns the numbers of each part of the report, with their definitions. */
export const reportRows = ({
  from,
  to,
  stalledDays,
}: Pick<Report, 'from' | 'to' | 'stalledDays'>): Record<ReportFile, ReportRow[]> => ({
  partners: [
    {
      metric: 'partner_new',
      label: 'New',
      definition: 'Profile created in the period',
      href: '/admin?tab=partners&sort=-created',
    },
    {
      metric: 'partner_active',
      label: 'Active',
      definition: 'At least one of its people used the portal in the period',
      href: '/admin?tab=partners&sort=-seen',
    },
    {
      metric: 'partner_stalled',
      label: 'Stalled',
      definition: `Reached ${formatCount(stalledDays, 'day')} in onboarding in the period`,
      href: '/admin?tab=partners&status=stalled&sort=created',
    },
    {
      metric: 'partner_lost',
      label: 'Lost',
      definition: "The owner's account was disabled in the period",
      href: '/admin?tab=users',
    },
  ],
  agreements: [
    {
      metric: 'agreement_sent',
      label: 'Sent',
      definition: 'Given to a partner to sign, less those withdrawn',
      href: agreementsAddress({ dates: 'sent', from, until: to }),
    },
    {
      metric: 'agreement_signed',
      label: 'Signed',
      definition: 'In the portal or on paper, less those voided or taken back',
      href: agreementsAddress({ status: 'signed', dates: 'signed', from, until: to }),
    },
  ],
  tasks: [
    {
      metric: 'task_given',
      label: 'Given',
      definition: 'Assigned to a partner, less those deleted',
      href: '/admin?tab=tasks&state=all',
    },
    {
      metric: 'task_done',
      label: 'Done',
      definition: 'Completed, less those sent back',
      href: '/admin?tab=tasks&state=completed',
    },
    {
      metric: 'task_late',
      label: 'Late',
      definition: 'Came due in the period without being completed',
      href: '/admin?tab=tasks&due=overdue',
    },
  ],
  activations: [
    {
      metric: 'activation',
      label: 'Activations',
      definition: 'Started in the period',
      href: '/admin?tab=activations&time=all',
    },
  ],
  downloads: [
    {
      metric: 'download',
      label: 'Downloads',
      definition: 'Files of the library, by partners',
      href: '/resources?sort=downloads',
    },
  ],
  answers: [
    {
      metric: 'answer',
      label: 'Answers',
      definition: 'First reply to a partner who waited',
      href: '/admin?tab=inbox',
    },
  ],
})

export const correctionLabels: Partial<Record<ReportMetric, string>> = {
  partner_new: 'Partner erased',
  partner_stalled: 'Stalled partner erased',
  partner_lost: 'Partner enabled again or erased',
  agreement_sent: 'Agreement withdrawn or erased',
  agreement_signed: 'Signature voided, taken back or erased',
  task_given: 'Task deleted or erased',
  task_done: 'Completed task sent back, reopened or deleted',
  task_late: 'Late task deleted or erased',
  activation: 'Activation moved, deleted or erased',
}

/** Formats a duration as "2.5 days", "3 h 10 min" or "4 min"; a dash without one. */
const formatDays = (days: number | null) => (days === null ? '–' : `${Number(days.toFixed(1))} days`)

const formatSeconds = (seconds: number | null) => {
  if (seconds === null) return '–'
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} h${rest > 0 ? ` ${rest} min` : ''}`
}

const before = (duration: string) => (duration === '–' ? 'none before' : `${duration} before`)

/** The medians, below the numbers that they belong to. */
export const mediansOf = (
  report: Report,
): Partial<Record<ReportFile, { label: string; definition: string; now: string; before: string }>> => ({
  agreements: {
    label: 'Median until signed',
    definition: 'From sending to signature, of those signed in the period',
    now: formatDays(report.signingDays.value),
    before: before(formatDays(report.signingDays.previous)),
  },
  answers: {
    label: 'Median wait',
    definition: 'From the first message without a reply to the answer',
    now: formatSeconds(report.answerSeconds.value),
    before: before(formatSeconds(report.answerSeconds.previous)),
  },
})
