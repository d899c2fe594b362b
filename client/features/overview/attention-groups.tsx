import {
  ArrowRightLeft,
  ClipboardCheck,
  Clock,
  FilePenLine,
  FileQuestionMark,
  FileWarning,
  FileX,
  Hourglass,
  MailX,
  MessageCircle,
  Signature,
} from 'lucide-react'
import { agreementsAddress } from '#client/domain/agreements/agreements-address.ts'
import { Ago, Day } from '#client/domain/day.tsx'
import {
  useActivationDialog,
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
import { eventGroups } from './attention-events.tsx'
import { type AttentionItem, itemOf } from './attention-item.ts'
import type { LineProps, LinkProps } from './attention-line.tsx'
import { type GroupTexts, owedGroups } from './attention-owed.tsx'
import { First, TitleLink, Whose } from './attention-parts.tsx'

const remindOf =
  (about: Reminder['about']): RenderDialog =>
  (opening) => <RemindDialog {...opening} reminder={{ about }} />

export type AttentionGroup = Omit<GroupTexts, 'lines'> & { count: number; lines: LineProps[] }

/**
 * Returns the kinds of items that wait for staff, each with its count, the address of its list and its lines; without those that have none.
 * @param isOfOne whether the partner of a line is named elsewhere
 */
export const useAttentionGroups = (attention: Attention, isOfOne: boolean): AttentionGroup[] => {
  const now = useNow()
  const task = useTaskDialog()
  const partner = usePartnerDialog()
  const email = useEmailDialog()
  const activation = useActivationDialog()
  const agreement = useAgreementDialog()
  const handover = useHandoverDialog()
  const { conversations, tasksToReview, overdueTasks, declinedDocuments, unsignedDocuments } = attention
  const { unsealedDocuments, stalledPartners, failedEmails } = attention
  const { documentsToCountersign, unreadTerms, leftBehind } = attention
  const sectionOf = (id: string, section: string): LinkProps => {
    const { href, state } = partner.linkTo(id)
    return { href: `${href}&section=${section}`, state }
  }

  const groups: { [Kind in keyof Attention]: GroupTexts } = {
    conversations: {
      counted: 'waiting conversation',
      href: '/admin?tab=inbox&show=waiting_for_us',
      lines: conversations.rows.map(({ id, name, businessName, since }) => ({
        icon: MessageCircle,
        title: name,
        note: (
          <>
            {businessName && <First>{businessName}</First>}
            wrote <Ago at={since} now={now} />
          </>
        ),
        action: { label: 'Reply', of: `to ${name}`, href: addressOf.conversation(id) },
      })),
    },
    tasksToReview: {
      counted: 'task',
      state: 'to review',
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
    overdueTasks: {
      counted: 'overdue task',
      href: '/admin?tab=tasks&due=overdue',
      lines: overdueTasks.rows.map(({ id, taskName, dueDate, partner: of }) => ({
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
    declinedDocuments: {
      counted: 'declined agreement',
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
    unsignedDocuments: {
      counted: 'unsigned agreement',
      href: agreementsAddress(countedDocuments.unsigned),
      lines: unsignedDocuments.rows.map((row) => ({
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
    unsealedDocuments: {
      counted: 'agreement',
      state: 'not sealed',
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
    documentsToCountersign: {
      counted: 'agreement',
      state: 'to sign for the company',
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
    unreadTerms: {
      counted: 'agreement',
      state: 'with terms to read',
      href: agreementsAddress({ status: 'latest' }),
      lines: unreadTerms.rows.map((row) => ({
        icon: FileQuestionMark,
        title: row.documentName,
        note: (
          <>
            <Whose of={row.partner} isOfOne={isOfOne} />
            {row.terms === 1 ? '1 term could not be read' : `${row.terms} terms could not be read`}
          </>
        ),
        action: {
          label: 'Answer',
          of: `what the ${row.documentName} of ${row.partner.businessName} means`,
          ...agreement.linkTo(row.id),
        },
      })),
    },
    ...owedGroups(attention, { isOfOne, now, agreement }),
    ...eventGroups(attention, { isOfOne, activation }),
    stalledPartners: {
      counted: 'partner',
      state: 'stalled',
      href: '/admin?tab=partners&status=stalled&sort=created',
      lines: stalledPartners.rows.map(({ id, fullName, businessName, since }) => ({
        icon: Hourglass,
        title: isOfOne ? 'Stalled in onboarding' : <PartnerLink partnerId={id}>{fullName}</PartnerLink>,
        note: (
          <>
            {!isOfOne && <First>{businessName}</First>}
            in onboarding since <Day at={since} />
          </>
        ),
        action: {
          label: 'Open',
          of: fullName,
          ...(isOfOne ? sectionOf(id, 'overview') : partner.linkTo(id)),
        },
      })),
    },
    failedEmails: {
      counted: 'failed email',
      href: '/admin?tab=emails&status=undelivered',
      lines: failedEmails.rows.map(({ id, subject, recipient, at }) => ({
        icon: MailX,
        title: subject,
        note: (
          <>
            <First>{recipient}</First>
            <Ago at={at} now={now} />
          </>
        ),
        action: { label: 'Check', of: recipient, ...email.linkTo(id) },
      })),
    },
    leftBehind: {
      counted: 'handover',
      state: 'waiting',
      href: '/admin?tab=users',
      lines: leftBehind.rows.map(({ id, name, isDisabled, counts }) => ({
        icon: ArrowRightLeft,
        title: name,
        note: (
          <>
            <First>{isDisabled ? 'Disabled' : 'Left the team'}</First>
            {countedBelongings(counts).join(', ')}
          </>
        ),
        action: { label: 'Hand over', of: `the work of ${name}`, ...handover.linkTo(id) },
      })),
    },
  }
  return (Object.keys(groups) as (keyof Attention)[]).flatMap((kind) => {
    const { count, rows } = attention[kind]
    const { lines, ...texts } = groups[kind]
    const items = rows.map((row) => itemOf(kind, row))
    if (count === 0) return []
    return [
      {
        ...texts,
        count,
        lines: lines.map((line, index) => ({ ...line, item: items[index] as AttentionItem })),
      },
    ]
  })
}
