import {
  ArrowRightLeft,
  CircleCheck,
  ClipboardCheck,
  Clock,
  FilePenLine,
  FileWarning,
  FileX,
  Hourglass,
  type LucideIcon,
  MailX,
  MessageCircle,
  Signature,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Ago, Day } from '#client/domain/day.tsx'
import {
  useAgreementDialog,
  useEmailDialog,
  useHandoverDialog,
  usePartnerDialog,
  useTaskDialog,
} from '#client/domain/opened.ts'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { formatCount } from '#client/lib/format.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import type { NeedsAttention as Attention } from '#contract/attention.ts'
import { countedBelongings } from '#contract/belongings.ts'
import { sealFailureLabels } from '#contract/documents/sealing.ts'
import { addressOf } from '#contract/screens.ts'

const maxLines = 10

type LinkProps = { href: string; state?: unknown }
type LineProps = {
  /** Distinguishes lines if a partner can have several with the same action. */
  id?: string
  icon: LucideIcon
  title: ReactNode
  note: ReactNode
  action: LinkProps & { label: string; of: string }
}

/** What waits for staff: how many items of each kind there are, and at most ten lines, each with a link to what to do. */
export function NeedsAttention({ attention }: { attention: Attention }) {
  const now = useNow()
  const task = useTaskDialog()
  const partner = usePartnerDialog()
  const email = useEmailDialog()
  const agreement = useAgreementDialog()
  const handover = useHandoverDialog()
  const { conversations, tasksToReview, overdueTasks, declinedDocuments, unsignedDocuments } = attention
  const { unsealedDocuments, stalledPartners, failedEmails } = attention
  const { documentsToCountersign, leftBehind } = attention
  const sectionOf = (id: string, section: string): LinkProps => {
    const { href, state } = partner.linkTo(id)
    return { href: `${href}&section=${section}`, state }
  }

  const groups: { counted: string; state?: string; count: number; href: string; lines: LineProps[] }[] = [
    {
      counted: 'waiting conversation',
      count: conversations.count,
      href: '/admin?tab=inbox&order=unread',
      lines: conversations.rows.map(({ id, name, businessName, since }) => ({
        icon: MessageCircle,
        title: name,
        note: (
          <>
            {`${businessName ? `${businessName} · ` : ''}wrote `}
            <Ago at={since} now={now} />
          </>
        ),
        action: { label: 'Reply', of: `to ${name}`, href: addressOf.conversation(id) },
      })),
    },
    {
      counted: 'task',
      state: 'to review',
      count: tasksToReview.count,
      href: '/admin?tab=tasks&state=review',
      lines: tasksToReview.rows.map(({ id, taskName, since, partner: of }) => ({
        icon: ClipboardCheck,
        title: taskName,
        note: (
          <>
            <PartnerLink partnerId={of.id}>{of.businessName}</PartnerLink> · proof added{' '}
            <Ago at={since} now={now} />
          </>
        ),
        action: { label: 'Review', of: taskName, ...task.linkTo(id) },
      })),
    },
    {
      counted: 'overdue task',
      count: overdueTasks.count,
      href: '/admin?tab=tasks&due=overdue',
      lines: overdueTasks.rows.map(({ id, taskName, dueDate, partner: of }) => ({
        icon: Clock,
        title: taskName,
        note: (
          <>
            <PartnerLink partnerId={of.id}>{of.businessName}</PartnerLink> · was due <Day at={dueDate} />
          </>
        ),
        action: { label: 'Open', of: taskName, ...task.linkTo(id) },
      })),
    },
    {
      counted: 'declined agreement',
      count: declinedDocuments.count,
      href: '/?show=agreements',
      lines: declinedDocuments.rows.map(({ id, documentName, reason, partner: of }) => ({
        icon: FileX,
        title: documentName,
        note: (
          <>
            <PartnerLink partnerId={of.id}>{of.businessName}</PartnerLink>
            {` · declined: ${reason}`}
          </>
        ),
        action: { label: 'Open', of: `${documentName} of ${of.businessName}`, ...agreement.linkTo(id) },
      })),
    },
    {
      counted: 'unsigned agreement',
      count: unsignedDocuments.count,
      href: '/?show=agreements',
      lines: unsignedDocuments.rows.map((row) => ({
        id: row.id,
        icon: FilePenLine,
        title: row.documentName,
        note: (
          <>
            <PartnerLink partnerId={row.partner.id}>{row.partner.businessName}</PartnerLink> · waiting since{' '}
            <Day at={row.since} />
          </>
        ),
        action: { label: 'Remind', of: row.partner.fullName, ...sectionOf(row.partner.id, 'agreements') },
      })),
    },
    {
      counted: 'agreement',
      state: 'not sealed',
      count: unsealedDocuments.count,
      href: '/?show=agreements',
      lines: unsealedDocuments.rows.map(({ id, documentName, since, failure, partner: of }) => ({
        icon: FileWarning,
        title: `${documentName} is not sealed`,
        note: (
          <>
            <PartnerLink partnerId={of.id}>{of.businessName}</PartnerLink>
            {` · ${sealFailureLabels[failure]} · signed `}
            <Ago at={since} now={now} />
          </>
        ),
        action: { label: 'Open', of: `${documentName} of ${of.fullName}`, ...agreement.linkTo(id) },
      })),
    },
    {
      counted: 'agreement',
      state: 'to sign for the company',
      count: documentsToCountersign.count,
      href: '/?show=agreements',
      lines: documentsToCountersign.rows.map((row) => ({
        icon: Signature,
        title: row.documentName,
        note: (
          <>
            <PartnerLink partnerId={row.partner.id}>{row.partner.businessName}</PartnerLink> · waiting for the
            company's signature since <Day at={row.since} />
          </>
        ),
        action: {
          label: 'Open',
          of: `the ${row.documentName} of ${row.partner.businessName}`,
          ...agreement.linkTo(row.id),
        },
      })),
    },
    {
      counted: 'partner',
      state: 'stalled',
      count: stalledPartners.count,
      href: '/admin?tab=partners&status=onboarding&sort=created',
      lines: stalledPartners.rows.map(({ id, fullName, businessName, since }) => ({
        icon: Hourglass,
        title: <PartnerLink partnerId={id}>{fullName}</PartnerLink>,
        note: (
          <>
            {`${businessName} · in onboarding since `}
            <Day at={since} />
          </>
        ),
        action: { label: 'Open', of: fullName, ...partner.linkTo(id) },
      })),
    },
    {
      counted: 'failed email',
      count: failedEmails.count,
      href: '/admin?tab=emails&status=undelivered',
      lines: failedEmails.rows.map(({ id, subject, recipient, at }) => ({
        icon: MailX,
        title: subject,
        note: (
          <>
            {recipient} · <Ago at={at} now={now} />
          </>
        ),
        action: { label: 'Check', of: recipient, ...email.linkTo(id) },
      })),
    },
    {
      counted: 'handover',
      state: 'waiting',
      count: leftBehind.count,
      href: '/admin?tab=users',
      lines: leftBehind.rows.map(({ id, name, isDisabled, counts }) => ({
        icon: ArrowRightLeft,
        title: name,
        note: [isDisabled ? 'Disabled' : 'Left the team', countedBelongings(counts).join(', ')].join(' · '),
        action: { label: 'Hand over', of: `the work of ${name}`, ...handover.linkTo(id) },
      })),
    },
  ].filter(({ count }) => count > 0)

  return (
    <Card
      title="Needs attention"
      description={
        groups.length > 0 && (
          <span className="flex flex-wrap gap-x-3">
            {groups.map(({ counted, state = '', count, href }) => (
              <Link
                key={`${counted} ${state}`}
                href={href}
                className="underline-offset-2 hover:underline touch:py-2"
              >
                {`${formatCount(count, counted)} ${state}`.trim()}
              </Link>
            ))}
          </span>
        )
      }
      flush
    >
      {groups.length === 0 ? (
        <EmptyState icon={CircleCheck} line="Nothing needs attention" />
      ) : (
        <ul className="divide-y divide-line">
          {evenly(groups.map(({ lines }) => lines)).map((line) => (
            <Line
              key={`${line.id ?? ''} ${line.action.label} ${line.action.href} ${line.action.of}`}
              {...line}
            />
          ))}
        </ul>
      )}
    </Card>
  )
}

function Line({ icon: Icon, title, note, action: { label, of, ...link } }: LineProps) {
  return (
    <li className="flex min-h-11 items-center gap-3 px-4 py-1 sm:px-5">
      <Icon aria-hidden className="size-4 shrink-0 text-caution" />
      <div className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-3">
        <p className="truncate font-medium sm:max-w-3/5 sm:shrink-0">{title}</p>
        <p className="truncate text-13 text-muted">{note}</p>
      </div>
      <Button asChild size="small">
        <Link {...link}>
          {label}
          <span className="sr-only"> {of}</span>
        </Link>
      </Button>
    </li>
  )
}

/** Chooses lines evenly from all groups, in their order, until the list is full. */
const evenly = <T,>(groups: T[][]): T[] => {
  const share = groups.map(() => 0)
  let left = maxLines
  for (let round = 0; left > 0 && round < maxLines; round += 1) {
    for (const [index, lines] of groups.entries()) {
      if (left === 0 || round >= lines.length) continue
      share[index] = round + 1
      left -= 1
    }
  }
  return groups.flatMap((lines, index) => lines.slice(0, share[index]))
}
