import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { StandingText } from '#client/domain/agreement-standing.tsx'
import { Day } from '#client/domain/day.tsx'
import { onboardingLabel } from '#client/domain/onboarding-label.ts'
import { useAgreementDialog, useTaskDialog } from '#client/domain/opened.ts'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { initials, personName } from '#client/domain/person-name.ts'
import { notInEventStream, readOf } from '#client/lib/query-client.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Titled } from '#client/ui/facts.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import type { PartnerCard } from '#contract/chat/partner-card.ts'
import type { OpenedConversation } from './queries.ts'

type PartnerSummaryProps = {
  id: string
  conversation: OpenedConversation | undefined
  /** Whether the summary is open on a narrow screen, where it replaces the conversation. */
  isOpen: boolean
  onClose: () => void
}

/** The partner's contact, agreements and tasks. */
export function PartnerSummary({ id, conversation, isOpen, onClose }: PartnerSummaryProps) {
  // The event stream does not announce all changes of the card.
  const card = useQuery({
    ...readOf('/api/chat/conversations/:conversationId/card', { params: { conversationId: id } }),
    ...notInEventStream,
  })
  return (
    <section
      aria-label="Partner summary"
      data-covers-phone={isOpen || undefined}
      className={classNames(
        'min-h-0 min-w-0 flex-col gap-5 overflow-y-auto overscroll-contain bg-surface px-4 pt-4 pb-6 xl:flex',
        isOpen ? 'flex max-sm:fixed max-sm:inset-0 max-sm:z-50' : 'max-xl:hidden',
      )}
    >
      <Button
        icon={ArrowLeft}
        size="small"
        variant="quiet"
        onClick={onClose}
        className="-ml-2 self-start xl:hidden"
      >
        Back to the conversation
      </Button>
      {conversation && (
        <div className="flex items-center gap-3">
          <Avatar initials={initials(conversation)} />
          <div className="min-w-0">
            <h3 className="break-words text-15">
              {conversation.partnerId ? (
                <PartnerLink partnerId={conversation.partnerId}>{personName(conversation)}</PartnerLink>
              ) : (
                personName(conversation)
              )}
            </h3>
            <p className="break-words text-13 text-muted">{conversation.businessName}</p>
          </div>
        </div>
      )}
      <QueryState
        query={card}
        loading={['w-24', 'w-full', 'w-40', 'w-32'].map((width) => (
          <Skeleton key={width} className={classNames('h-4', width)} />
        ))}
        failure={{ title: 'The partner summary could not be loaded' }}
        className="grid grid-cols-1 gap-5"
      >
        {(data) => <Facts card={data} conversation={conversation} />}
      </QueryState>
    </section>
  )
}

function Facts({ card, conversation }: { card: PartnerCard } & Pick<PartnerSummaryProps, 'conversation'>) {
  const { partner, agreements, openTasks, openTaskCount, lastSignInAt } = card
  const status = partner && onboardingLabel(partner.onboardingStatus)
  const more = openTaskCount - openTasks.length
  const agreement = useAgreementDialog()
  const task = useTaskDialog()
  return (
    <>
      <Section title="Status">
        {status ? <Badge tone={status.tone}>{status.label}</Badge> : 'No profile yet'}
      </Section>
      <Section title="Contact">
        {conversation && (
          <ContactLink href={`mailto:${conversation.email}`}>{conversation.email}</ContactLink>
        )}
        {partner?.phoneNumber && (
          <ContactLink href={`tel:${partner.phoneNumber}`}>{partner.phoneNumber}</ContactLink>
        )}
        <p>
          {lastSignInAt ? 'Last sign-in ' : 'No sign-in yet'}
          {lastSignInAt && <Day at={lastSignInAt} />}
        </p>
      </Section>
      {partner && (
        <>
          <Section title="Agreements">
            {agreements.length === 0 && 'No agreements yet'}
            {agreements.map((document) => (
              <div key={document.id}>
                <FactLink {...agreement.linkTo(document.id)}>{document.documentName}</FactLink>
                <p>
                  <StandingText document={document} />
                </p>
              </div>
            ))}
          </Section>
          <Section title={openTaskCount > 0 ? `Open tasks (${openTaskCount})` : 'Open tasks'}>
            {openTaskCount === 0 && 'None'}
            {openTasks.map(({ id, taskName, dueDate }) => {
              const isOverdue = Date.parse(dueDate) < Date.now()
              return (
                <div key={id}>
                  <FactLink {...task.linkTo(id)}>{taskName}</FactLink>
                  <p className={classNames(isOverdue && 'text-danger')}>
                    {isOverdue ? 'Overdue: ' : 'Due '}
                    <Day at={dueDate} />
                  </p>
                </div>
              )
            })}
            {more > 0 && <FactLink href={`/admin?tab=tasks&for=${partner.id}`}>{`${more} more`}</FactLink>}
          </Section>
        </>
      )}
      <div className="grid gap-2">
        <Button asChild size="small">
          {partner ? (
            <Link href={`/?partner=${partner.id}`}>Open dashboard</Link>
          ) : (
            <Link href={`/admin?tab=partners&add=${conversation?.userId ?? ''}`}>Create partner</Link>
          )}
        </Button>
        {partner && (
          <Button asChild size="small">
            <PartnerLink partnerId={partner.id}>Partner details</PartnerLink>
          </Button>
        )}
      </div>
    </>
  )
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Titled title={title} as="h4" className="justify-items-start gap-1.5 text-13 text-muted">
    {children}
  </Titled>
)

/** A link that opens what it names. */
const FactLink = (link: { href: string; state?: unknown; children: ReactNode }) => (
  <p>
    <Link
      {...link}
      className="break-words text-ink underline decoration-control underline-offset-2 touch:py-3"
    />
  </p>
)

function ContactLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="block w-fit max-w-full break-words text-link touch:py-2">
      {children}
    </a>
  )
}
