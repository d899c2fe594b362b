import { Link } from 'wouter'
import { Day } from '#client/domain/day.tsx'
import { EmailState } from '#client/domain/email-state.tsx'
import { useEmailDialog } from '#client/domain/opened.ts'
import { PagedList } from '#client/ui/paged-list.tsx'
import { emailTypeLabels } from '#contract/partners/email-status.ts'
import { usePartnerEmails } from '../queries.ts'

/** The emails to a partner, with the delivery of each. */
export function Emails({ partnerId }: { partnerId: string }) {
  const emails = usePartnerEmails(partnerId)
  const { linkTo } = useEmailDialog()
  return (
    <PagedList
      what="emails"
      query={emails}
      rows={emails.data?.pages.flatMap((page) => page.rows)}
      emptyLine="No emails yet"
      renderRow={({ id, type, subject, error, createdAt, sentAt, ...email }) => (
        <li key={id} className="flex items-start justify-between gap-4 py-2.5 first:pt-0">
          <div className="min-w-0">
            <Link {...linkTo(id)} className="wrap-anywhere rounded-mark hover:underline touch:py-3">
              {subject}
            </Link>
            <p className="wrap-anywhere text-13 text-muted">
              {emailTypeLabels[type] ?? 'Email'} · <Day at={sentAt ?? createdAt} exact />
            </p>
            {error && <p className="wrap-anywhere text-13 text-muted">{error}</p>}
          </div>
          <EmailState {...email} />
        </li>
      )}
    />
  )
}
