import { usePartner } from '#client/domain/queries.ts'
import { StaffActivations } from '#client/features/activations/staff-activations.tsx'
import { LatestMessages, useUnreadOf } from '#client/features/chat/inbox/latest-messages.tsx'
import { FormerlyNamedNotice } from '#client/features/documents/amending/formerly-named.tsx'
import { StaffDocuments } from '#client/features/documents/staff-documents.tsx'
import { useSeenByOpening } from '#client/features/notifications/seen.ts'
import { PartnerActivity } from '#client/features/partners/activity/partner-activity.tsx'
import { MembersSection } from '#client/features/partners/members/members-section.tsx'
import { Emails } from '#client/features/partners/record/emails.tsx'
import { PartnerFacts } from '#client/features/partners/record/partner-facts.tsx'
import { PartnerRecord, type RecordSection } from '#client/features/partners/record/partner-record.tsx'
import { RecordHead } from '#client/features/partners/record/record-head.tsx'
import { TakeBackStatus } from '#client/features/partners/record/take-back-status.tsx'
import { PartnerFiles } from '#client/features/resources/partner-files.tsx'
import { ViewAsItem } from '#client/features/session/impersonation.tsx'
import { StaffTasks } from '#client/features/tasks/staff-tasks.tsx'
import { useAddressView } from '#client/lib/address-view.ts'
import { useNow } from '#client/lib/use-now.ts'
import type { AdminPartner } from '#contract/partners/partners.ts'
import type { PartnerSummary } from '#contract/partners/record.ts'
import { CalendarCard } from '../calendar-card.tsx'
import type { OpenedProps } from './opened-props.ts'
import { conversationOf, PartnerActions } from './partner-actions.tsx'
import { PartnerTimeline } from './partner-timeline.tsx'

/** The dialog with everything about a partner, and all actions of staff for the partner. */
export default function OpenedPartner({ user: me, id, open, onClose, children }: OpenedProps) {
  useSeenByOpening('partner', { user: me, id, open })
  const section = useAddressView().get('section')
  const now = useNow()
  const { data } = usePartner(id)
  const conversationId = data ? conversationOf(data) : null
  const unread = useUnreadOf(conversationId)

  const sections = (partner: AdminPartner, summary: PartnerSummary | undefined): RecordSection[] => [
    {
      name: 'timeline',
      label: 'Timeline',
      render: () => <PartnerTimeline me={me} partner={partner} summary={summary} />,
    },
    {
      name: 'overview',
      label: 'Overview',
      render: () => (
        <PartnerFacts
          partner={partner}
          statusAction={me.role === 'admin' && <TakeBackStatus partner={partner} />}
        />
      ),
    },
    {
      name: 'agreements',
      label: 'Agreements',
      count: summary && { value: summary.agreementsToSign, of: 'to sign' },
      render: () => <StaffDocuments partner={partner} />,
    },
    {
      name: 'tasks',
      label: 'Tasks',
      count: summary && { value: summary.openTasks, of: 'open' },
      render: () => <StaffTasks partner={partner} now={now} />,
    },
    {
      name: 'activations',
      label: 'Activations',
      count: summary && { value: summary.comingActivations, of: 'upcoming' },
      render: () => <StaffActivations partner={partner} now={now} />,
    },
    {
      name: 'calendar',
      label: 'Calendar',
      render: () => <CalendarCard partnerId={partner.id} isInRecord />,
    },
    ...(conversationId
      ? [
          {
            name: 'conversation',
            label: 'Conversation',
            count: { value: unread, of: 'unread' },
            render: () => <LatestMessages conversationId={conversationId} />,
          },
        ]
      : []),
    {
      name: 'people',
      label: 'People',
      render: () => (
        <MembersSection
          partner={{ ...partner, isOwn: false }}
          canManage
          renderItems={({ userId }) => userId && <ViewAsItem partnerId={partner.id} userId={userId} />}
        />
      ),
    },
    { name: 'files', label: 'Files', render: () => <PartnerFiles partnerId={partner.id} /> },
    { name: 'emails', label: 'Emails', render: () => <Emails partnerId={partner.id} /> },
    { name: 'activity', label: 'Activity', render: () => <PartnerActivity partnerId={partner.id} /> },
  ]

  return (
    <PartnerRecord
      partnerId={id}
      section={section}
      open={open}
      onClose={onClose}
      sections={sections}
      renderHead={(partner, summary) => (
        <RecordHead
          partner={partner}
          summary={summary}
          notice={summary?.hasChangedName && <FormerlyNamedNotice partner={partner} />}
          hasFacts
          actions={<PartnerActions me={me} partner={partner} />}
        />
      )}
    >
      {children}
    </PartnerRecord>
  )
}
