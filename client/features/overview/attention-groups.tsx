import {
  ArrowRightLeft,
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
import type { ReactNode } from 'react'
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
import { RemindDialog } from '#client/domain/reminders/lazy-dialog.ts'
import type { Reminder } from '#client/domain/reminders/remind-dialog.tsx'
import { useNow } from '#client/lib/use-now.ts'
import type { RenderDialog } from '#client/ui/dialog-host.tsx'
import type { NeedsAttention as Attention } from '#contract/attention.ts'
import { countedBelongings } from '#contract/belongings.ts'
import { countedDocuments } from '#contract/documents/document-filters.ts'
import { sealFailureLabels } from '#contract/documents/sealing.ts'
import { addressOf } from '#contract/screens.ts'
import type { LineProps, LinkProps } from './attention-line.tsx'

const remindOf =
  (about: Reminder['about']): RenderDialog =>
  (opening) => <RemindDialog {...opening} reminder={{ about }} />

type AttentionGroup = { counted: string; state?: string; count: number; href: string; lines: LineProps[] }

/** Returns the kinds of items that wait for staff, each with its count, the address of its list and its lines; without those that have none. */
export const useAttentionGroups = (attention: Attention, isOfOne: boolean): AttentionGroup[] => {
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

  const groups: AttentionGroup[] = [
    {
      counted: 'waiting conversation',
      count: conversations.count,
      href: '/admin?tab=inbox&order=unread',
      lines: conversations.rows.map(({ id, name, businessName, since }) => ({
        id,
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
        id,
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
        id,
        icon: Clock,
        title: <TitleLink {...task.linkTo(id)}>{taskName}</TitleLink>,
        note: (
          <>
            <Whose of={of} isOfOne={isOfOne} />
            was due <Day at={dueDate} />
          </>
        ),
        action: {
          label: 'Remind…',
          of: `${of.businessName} of ${taskName}`,
          opens: remindOf({ kind: 'tasks', ids: [id] }),
        },
      })),
    },
    {
      counted: 'declined agreement',
      count: declinedDocuments.count,
      href: agreementsAddress(countedDocuments.declined),
      lines: declinedDocuments.rows.map(({ id, documentName, reason, partner: of }) => ({
        id,
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
        title: <TitleLink {...agreement.linkTo(row.id)}>{row.documentName}</TitleLink>,
        note: (
          <>
            <Whose of={row.partner} isOfOne={isOfOne} />
            waiting since <Day at={row.since} />
          </>
        ),
        action: {
          label: 'Remind…',
          of: `${row.partner.businessName} of ${row.documentName}`,
          opens: remindOf({ kind: 'agreements', ids: [row.id] }),
        },
      })),
    },
    {
      counted: 'agreement',
      state: 'not sealed',
      count: unsealedDocuments.count,
      href: agreementsAddress(countedDocuments.unsealed),
      lines: unsealedDocuments.rows.map(({ id, documentName, since, failure, partner: of }) => ({
        id,
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
        id: row.id,
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
        id,
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
        id,
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
        id,
        icon: ArrowRightLeft,
        title: name,
        note: [isDisabled ? 'Disabled' : 'Left the team', countedBelongings(counts).join(', ')].join(' · '),
        action: { label: 'Hand over', of: `the work of ${name}`, ...handover.linkTo(id) },
      })),
    },
  ]
  return groups.filter(({ count }) => count > 0)
}

/** The title of a line whose button does not open what it is about. */
function TitleLink(props: LinkProps & { children: ReactNode }) {
  return <Link {...props} className="rounded-mark hover:underline touch:py-3" />
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
