import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { documentTitle } from '#client/domain/document-title.ts'
import { onboardingLabel } from '#client/domain/onboarding-label.ts'
import { formatDate, formatDateTime } from '#client/lib/format.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import type { PartnerCard } from '#contract/chat/partner-card.ts'

type CardContentProps = {
  card: PartnerCard
  /** The id of the partner's user. */
  id: string
  email: string | undefined
}

export function CardContent({ card, id, email }: CardContentProps) {
  const { partner, agreements, openTasks, openTaskCount, lastSignInAt } = card
  const more = openTaskCount - openTasks.length
  return (
    <>
      <CardSection title="Status">
        {partner ? (
          <OnboardingBadge status={partner.onboardingStatus} />
        ) : (
          <p className="text-13 text-muted">No profile yet</p>
        )}
      </CardSection>
      <CardSection title="Contact">
        {email && <ContactLink href={`mailto:${email}`}>{email}</ContactLink>}
        {partner?.phoneNumber && (
          <ContactLink href={`tel:${partner.phoneNumber}`}>{partner.phoneNumber}</ContactLink>
        )}
        <p className="text-13 text-muted">
          {lastSignInAt ? (
            <>
              Last sign-in{' '}
              <time dateTime={lastSignInAt} title={formatDateTime(lastSignInAt)}>
                {formatDate(lastSignInAt)}
              </time>
            </>
          ) : (
            'Has not signed in yet'
          )}
        </p>
      </CardSection>
      {partner && (
        <>
          <CardSection title="Agreements">
            {agreements.length === 0 && <p className="text-13 text-muted">No agreements yet</p>}
            {agreements.map(({ id, status, signedAt, ...document }) => (
              <div key={id} className="text-13">
                <p>{documentTitle(document)}</p>
                <p className="text-muted">
                  {status === 'signed' && signedAt ? `Signed: ${formatDate(signedAt)}` : 'Pending signature'}
                </p>
              </div>
            ))}
          </CardSection>
          <CardSection title={openTaskCount > 0 ? `Open tasks (${openTaskCount})` : 'Open tasks'}>
            {openTaskCount === 0 && <p className="text-13 text-muted">None</p>}
            {openTasks.map(({ id, taskName, dueDate }) => (
              <div key={id} className="text-13">
                <p className="break-words">{taskName}</p>
                <DueDate dueDate={dueDate} />
              </div>
            ))}
            {more > 0 && <p className="text-13 text-muted">{more} more</p>}
          </CardSection>
        </>
      )}
      <div className="grid gap-2">
        {partner ? (
          <>
            <Button asChild size="small">
              <Link href={`/?partner=${partner.id}`}>Open dashboard</Link>
            </Button>
            <Button asChild size="small">
              <Link href={`/admin?tab=partners&partner=${partner.id}`}>Partner details</Link>
            </Button>
          </>
        ) : (
          <Button asChild size="small">
            <Link href={`/admin?tab=partners&add=${id}`}>Create partner</Link>
          </Button>
        )}
      </div>
    </>
  )
}

function CardSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 justify-items-start gap-1.5">
      <h4 id={id} className="font-medium text-12 text-muted">
        {title}
      </h4>
      {children}
    </section>
  )
}

function OnboardingBadge({ status }: { status: string }) {
  const { label, tone } = onboardingLabel(status)
  return <Badge tone={tone}>{label}</Badge>
}

function ContactLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="block w-fit max-w-full break-words text-13 text-link touch:py-2">
      {children}
    </a>
  )
}

function DueDate({ dueDate }: { dueDate: string }) {
  const isOverdue = new Date(dueDate).getTime() < Date.now()
  return (
    <p className={isOverdue ? 'text-danger' : 'text-muted'}>
      {isOverdue ? 'Overdue: ' : 'Due '}
      {formatDate(dueDate)}
    </p>
  )
}
