import { Badge } from '#client/ui/badge.tsx'
import { type EmailStatus, emailStatusLabels } from '#contract/partners/email-status.ts'
import { Day } from './day.tsx'

const tones = {
  queued: 'neutral',
  retrying: 'caution',
  sent: 'positive',
  failed: 'danger',
  refused: 'danger',
  bounced: 'danger',
  skipped: 'neutral',
} as const satisfies Record<EmailStatus, string>

/** The status of an email, and when the next attempt to send it is due. */
export function EmailState({ status, nextAttemptAt }: { status: EmailStatus; nextAttemptAt: string | null }) {
  return (
    <div className="shrink-0">
      <Badge tone={tones[status]}>{emailStatusLabels[status]}</Badge>
      {nextAttemptAt && (
        <span className="mt-1 block text-13 text-muted">
          Next try by <Day at={nextAttemptAt} exact />
        </span>
      )}
    </div>
  )
}
