import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { Day } from '#client/domain/day.tsx'
import { documentTitle } from '#client/domain/document-title.ts'
import { onboardingLabel } from '#client/domain/onboarding-label.ts'
import { personName } from '#client/domain/person-name.ts'
import { formatDate, initials } from '#client/lib/format.ts'
import { notInEventStream, readOf } from '#client/lib/query-client.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { QueryState } from '#client/ui/query-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { getPartnerCard, type PartnerCard } from '#contract/chat/partner-card.ts'
import type { OpenedConversation } from '../queries.ts'

type PartnerSummaryProps = {
  id: string
  conversation: OpenedConversation | undefined
  /** On a narrow screen, where it replaces the conversation. */
  isOpen: boolean
  onClose: () => void
}

/** The partner's contact, agreements and tasks. */
export function PartnerSummary({ id, conversation, isOpen, onClose }: PartnerSummaryProps) {
  // The event stream does not announce all of its changes.
  const card = useQuery({
    ...readOf(getPartnerCard, { params: { conversationId: id } }),
    ...notInEventStream,
  })
  return (
    <section
      aria-label="Partner summary"
      data-covers-phone={isOpen || undefined}
      className={classNames(
        'min-h-0 min-w-0 flex-col gap-5 overflow-y-auto overscroll-contain bg-surface px-4 pt-4 pb-20 lg:flex',
        isOpen ? 'flex max-sm:fixed max-sm:inset-0 max-sm:z-50' : 'max-lg:hidden',
      )}
    >
      <Button size="small" variant="quiet" onClick={onClose} className="-ml-2 self-start lg:hidden">
        <ArrowLeft aria-hidden className="size-4" />
        Back to the conversation
      </Button>
      {conversation && (
        <div className="flex items-center gap-3">
          <Avatar initials={initials(conversation)} />
          <div className="min-w-0">
            <h3 className="break-words text-15">{personName(conversation)}</h3>
            <p className="break-words text-13 text-muted">{conversation.businessName}</p>
          </div>
        </div>
      )}
      <QueryState
        query={card}
        loading={['w-24', 'w-full', 'w-40', 'w-32'].map((width) => (
          <Skeleton key={width} className={classNames('h-4', width)} />
        ))}
        failure={{ title: 'The partner summary cannot be loaded' }}
        className="grid grid-cols-1 gap-5"
      >
        {(data) => (
          <>
            <Contact card={data} email={conversation?.email} />
            {data.partner && <Work card={data} />}
            <Links partnerId={data.partner?.id} userId={id} />
          </>
        )}
      </QueryState>
    </section>
  )
}

function Contact({ card, email }: { card: PartnerCard; email: string | undefined }) {
  const { partner, lastSignInAt } = card
  const status = partner && onboardingLabel(partner.onboardingStatus)
  return (
    <>
      <Section title="Status">
        {status ? <Badge tone={status.tone}>{status.label}</Badge> : <Muted>No profile yet</Muted>}
      </Section>
      <Section title="Contact">
        {email && <ContactLink href={`mailto:${email}`}>{email}</ContactLink>}
        {partner?.phoneNumber && (
          <ContactLink href={`tel:${partner.phoneNumber}`}>{partner.phoneNumber}</ContactLink>
        )}
        <Muted>
          {lastSignInAt ? (
            <>
              Last sign-in <Day at={lastSignInAt} />
            </>
          ) : (
            'No sign-in yet'
          )}
        </Muted>
      </Section>
    </>
  )
}

/** The partner's agreements, and the tasks that are due first. */
function Work({ card: { agreements, openTasks, openTaskCount } }: { card: PartnerCard }) {
  const more = openTaskCount - openTasks.length
  return (
    <>
      <Section title="Agreements">
        {agreements.length === 0 && <Muted>No agreements yet</Muted>}
        {agreements.map(({ id, documentType, status, signedAt }) => (
          <div key={id} className="text-13">
            <p>{documentTitle({ documentType })}</p>
            <p className="text-muted">
              {status === 'signed' && signedAt ? `Signed: ${formatDate(signedAt)}` : 'Pending signature'}
            </p>
          </div>
        ))}
      </Section>
      <Section title={openTaskCount > 0 ? `Open tasks (${openTaskCount})` : 'Open tasks'}>
        {openTaskCount === 0 && <Muted>None</Muted>}
        {openTasks.map(({ id, taskName, dueDate }) => {
          const isOverdue = Date.parse(dueDate) < Date.now()
          return (
            <div key={id} className="text-13">
              <p className="break-words">{taskName}</p>
              <p className={isOverdue ? 'text-danger' : 'text-muted'}>
                {isOverdue ? 'Overdue: ' : 'Due '}
                {formatDate(dueDate)}
              </p>
            </div>
          )
        })}
        {more > 0 && <Muted>{more} more</Muted>}
      </Section>
    </>
  )
}

function Links({ partnerId, userId }: { partnerId: string | undefined; userId: string }) {
  const links = partnerId
    ? [
        { label: 'Open dashboard', href: `/?partner=${partnerId}` },
        { label: 'Partner details', href: `/admin?tab=partners&partner=${partnerId}` },
      ]
    : [{ label: 'Create partner', href: `/admin?tab=partners&add=${userId}` }]
  return (
    <div className="grid gap-2">
      {links.map(({ label, href }) => (
        <Button key={label} asChild size="small">
          <Link href={href}>{label}</Link>
        </Button>
      ))}
    </div>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
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

function Muted({ children }: { children: ReactNode }) {
  return <p className="text-13 text-muted">{children}</p>
}

function ContactLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="block w-fit max-w-full break-words text-13 text-link touch:py-2">
      {children}
    </a>
  )
}
