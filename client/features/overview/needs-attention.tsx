import {
  ArrowRightLeft,
  CircleCheck,
  ClipboardCheck,
  Clock,
  FilePenLine,
  FileWarning,
  FileX,
  Hourglass,
  MailX,
  MessageCircle,
  Signature,
} from 'lucide-react'
import { Link } from 'wouter'
import { agreementsAddress } from '#client/domain/agreements/agreements-address.ts'
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
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import type { NeedsAttention as Attention } from '#contract/attention.ts'
import { countedBelongings } from '#contract/belongings.ts'
import { countedDocuments } from '#contract/documents/document-filters.ts'
import { sealFailureLabels } from '#contract/documents/sealing.ts'
import { addressOf } from '#contract/screens.ts'
import { AttentionLine, type LineProps, type LinkProps } from './attention-line.tsx'

const maxLines = 10

// These lists can be limited to the partners of a manager.
const byManager = /tab=(tasks|agreements|partners)\b/

type AttentionProps = {
  attention: Attention
  /** Whether it is only about the partners that the reader manages. */
  isMine?: boolean
  /** Whether all of it is of the partner whose record shows it. */
  isOfOne?: boolean
}

/** What waits for staff: how many items of each kind there are, and at most ten lines, each with a link to what to do. */
export function NeedsAttention({ attention, isMine = false, isOfOne = false }: AttentionProps) {
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
            <Whose of={of} isOfOne={isOfOne} />
            proof added <Ago at={since} now={now} />
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
            <Whose of={of} isOfOne={isOfOne} />
            was due <Day at={dueDate} />
          </>
        ),
        action: { label: 'Open', of: taskName, ...task.linkTo(id) },
      })),
    },
    {
      counted: 'declined agreement',
      count: declinedDocuments.count,
      href: agreementsAddress(countedDocuments.declined),
      lines: declinedDocuments.rows.map(({ id, documentName, reason, partner: of }) => ({
        icon: FileX,
        title: documentName,
        note: (
          <>
            <Whose of={of} isOfOne={isOfOne} />
            {`declined: ${reason}`}
          </>
        ),
        action: { label: 'Open', of: `${documentName} of ${of.businessName}`, ...agreement.linkTo(id) },
      })),
    },
    {
      counted: 'unsigned agreement',
      count: unsignedDocuments.count,
      href: agreementsAddress(countedDocuments.unsigned),
      lines: unsignedDocuments.rows.map((row) => ({
        id: row.id,
        icon: FilePenLine,
        title: row.documentName,
        note: (
          <>
            <Whose of={row.partner} isOfOne={isOfOne} />
            waiting since <Day at={row.since} />
          </>
        ),
        action: { label: 'Remind', of: row.partner.fullName, ...sectionOf(row.partner.id, 'agreements') },
      })),
    },
    {
      counted: 'agreement',
      state: 'not sealed',
      count: unsealedDocuments.count,
      href: agreementsAddress(countedDocuments.unsealed),
      lines: unsealedDocuments.rows.map(({ id, documentName, since, failure, partner: of }) => ({
        icon: FileWarning,
        title: `${documentName} is not sealed`,
        note: (
          <>
            <Whose of={of} isOfOne={isOfOne} />
            {`${sealFailureLabels[failure]} · signed `}
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
      href: agreementsAddress(countedDocuments.toCountersign),
      lines: documentsToCountersign.rows.map((row) => ({
        icon: Signature,
        title: row.documentName,
        note: (
          <>
            <Whose of={row.partner} isOfOne={isOfOne} />
            waiting for the company's signature since <Day at={row.since} />
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
        title: isOfOne ? 'Stalled in onboarding' : <PartnerLink partnerId={id}>{fullName}</PartnerLink>,
        note: (
          <>
            {`${isOfOne ? '' : `${businessName} · `}in onboarding since `}
            <Day at={since} />
          </>
        ),
        action: {
          label: 'Open',
          of: fullName,
          ...(isOfOne ? sectionOf(id, 'overview') : partner.linkTo(id)),
        },
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

  const lines = (
    <ul aria-label="What waits" className="divide-y divide-line">
      {evenly(groups.map((group) => group.lines)).map((line) => (
        <AttentionLine
          key={`${line.id ?? ''} ${line.action.label} ${line.action.href} ${line.action.of}`}
          {...line}
        />
      ))}
    </ul>
  )
  if (isOfOne) return groups.length > 0 && <div className="rounded-card border border-line">{lines}</div>
  return (
    <Card
      title="Needs attention"
      description={
        groups.length > 0 && (
          <span className="flex flex-wrap gap-x-3">
            {groups.map(({ counted, state = '', count, href }) => (
              <Link
                key={`${counted} ${state}`}
                href={isMine && byManager.test(href) ? `${href}&manager=me` : href}
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
      {groups.length === 0 ? <EmptyState icon={CircleCheck} line="Nothing needs attention" /> : lines}
    </Card>
  )
}

type WhoseProps = { of: { id: string; businessName: string }; isOfOne: boolean }

/** The partner of an item, in front of more about it; nothing where all items are of one partner. */
function Whose({ of, isOfOne }: WhoseProps) {
  if (isOfOne) return null
  return (
    <>
      <PartnerLink partnerId={of.id}>{of.businessName}</PartnerLink>
      {' · '}
    </>
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
