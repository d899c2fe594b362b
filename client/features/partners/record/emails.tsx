import { Day } from '#client/domain/day.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { PagedList } from '#client/ui/paged-list.tsx'
import { type EmailStatus, emailStatusLabels, emailTypeLabels } from '#contract/partners/record.ts'
import { usePartnerEmails } from '../queries.ts'

const tones = {
  queued: 'neutral',
  sent: 'positive',
  failed: 'danger',
  skipped: 'neutral',
} as const satisfies Record<EmailStatus, string>

/** The emails to a partner, with what became of each. */
export function Emails({ partnerId }: { partnerId: string }) {
  const emails = usePartnerEmails(partnerId)
  return (
    <PagedList
      what="emails"
      query={emails}
      rows={emails.data?.pages.flatMap((page) => page.rows)}
      emptyLine="No emails yet"
      renderRow={({ id, type, subject, status, error, createdAt, sentAt }) => (
        <li key={id} className="flex items-start justify-between gap-4 py-2.5 first:pt-0">
          <div className="min-w-0">
            <p className="wrap-anywhere">{subject}</p>
            <p className="wrap-anywhere text-13 text-muted">
              {emailTypeLabels[type] ?? 'Email'} · <Day at={sentAt ?? createdAt} exact />
            </p>
            {error && <p className="wrap-anywhere text-13 text-muted">{error}</p>}
          </div>
          <Badge tone={tones[status]}>{emailStatusLabels[status]}</Badge>
        </li>
      )}
    />
  )
}
