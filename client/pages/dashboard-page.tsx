import { useQuery } from '@tanstack/react-query'
import { FilePenLine } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { useCurrentUser, useMayNotSign, useMembership, useOwnProfile } from '#client/domain/current-user.ts'
import { useDashboardView } from '#client/domain/dashboard-view.ts'
import { onboardingLabel } from '#client/domain/onboarding-label.ts'
import { personName } from '#client/domain/person-name.ts'
import { OwnActivations } from '#client/features/activations/activations-section.tsx'
import { useOwnActivations } from '#client/features/activations/queries.ts'
import { OwnAnnouncements } from '#client/features/announcements/own-announcements.tsx'
import { useOwnAnnouncements } from '#client/features/announcements/queries.ts'
import { useUnread } from '#client/features/chat/unread.ts'
import { DocumentsSection, SignLink } from '#client/features/documents/documents-section.tsx'
import { useOwnDocumentRows } from '#client/features/documents/queries.ts'
import { OwnPayments, ownObligations, ownPayments } from '#client/features/obligations/own-payments.tsx'
import { useLatestActivities } from '#client/features/partners/activity/queries.ts'
import { RecentActivity } from '#client/features/partners/activity/recent-activity.tsx'
import { useOwnManager } from '#client/features/partners/manager/queries.ts'
import { InvitationsCard } from '#client/features/partners/members/invitations.tsx'
import { MembersCard } from '#client/features/partners/members/members-card.tsx'
import { useInvitations, useOwnMembers } from '#client/features/partners/members/queries.ts'
import { LatestInvoices } from '#client/features/payments/invoices/latest-invoices.tsx'
import { ownInvoices } from '#client/features/payments/invoices/queries.ts'
import { RecentResources, useRecentResources } from '#client/features/resources/recent-resources.tsx'
import { OwnTasks } from '#client/features/tasks/own-tasks.tsx'
import { useOwnTasks } from '#client/features/tasks/queries.ts'
import { useAddressView } from '#client/lib/address-view.ts'
import { useNow } from '#client/lib/use-now.ts'
import { CalendarCard, loadCalendar } from '#client/pages/calendar-card.tsx'
import { ContactCard } from '#client/pages/dashboard/contact-card.tsx'
import { DashboardHead } from '#client/pages/dashboard/dashboard-head.tsx'
import { DashboardLayout } from '#client/pages/dashboard/dashboard-layout.tsx'
import { NextStepsCard } from '#client/pages/dashboard/next-steps-card.tsx'
import { Notice } from '#client/pages/notice.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { Loading } from '#client/ui/loading.tsx'
import type { PartnerProfile } from '#contract/partners/profile.ts'

// The form is loaded separately because it includes the texts of the agreements.
const SignAgreement = lazyPart(() => import('#client/features/documents/sign-agreement.tsx'))

/** The functions that load the parts that the dashboard opens or shows late. */
export const homeParts = [SignAgreement.load, loadCalendar]

/** The dashboard of a partner; the dashboard of staff is in `staff-dashboard.tsx`. */
export default function DashboardPage() {
  const { data: profile } = useOwnProfile()

  if (profile) return <PartnerScreen profile={profile} />
  return (
    <Notice
      icon={FilePenLine}
      title="Complete Your Onboarding"
      text="Please complete your partner profile to access the dashboard."
    >
      <Button asChild variant="primary">
        <Link href="/onboarding">Go to onboarding</Link>
      </Button>
    </Notice>
  )
}

/** The dashboard, or the agreement to sign that the address names. */
function PartnerScreen({ profile }: { profile: PartnerProfile }) {
  const view = useAddressView()
  const documentId = view.get('sign')
  if (!documentId) return <PartnerDashboard profile={profile} />
  return (
    <Suspense fallback={<Loading />}>
      <SignAgreement
        key={documentId}
        documentId={documentId}
        profile={profile}
        back={view.with({ sign: null })}
      />
    </Suspense>
  )
}

function PartnerDashboard({ profile }: { profile: PartnerProfile }) {
  const now = useNow()
  const { list } = useDashboardView()
  const { data: user } = useCurrentUser()
  const { label, tone } = onboardingLabel(profile.onboardingStatus)
  // The name in the profile is that of the owner.
  const name = user && user.id !== profile.userId ? personName(user) : profile.fullName
  return (
    <div className="mx-auto grid max-w-page grid-cols-1 gap-6">
      <DashboardHead name={name} actions={<Badge tone={tone}>{label}</Badge>} />
      {list === 'tasks' ? <OwnTasks now={now} /> : <Sections profile={profile} now={now} />}
    </div>
  )
}

function Sections({ profile, now }: { profile: PartnerProfile; now: number }) {
  const mayNotSign = useMayNotSign()
  const isOwner = useMembership()?.role === 'owner'
  const members = useOwnMembers(isOwner)
  const documents = useOwnDocumentRows()
  const announcements = useOwnAnnouncements()
  const others = [
    useOwnTasks(),
    useOwnActivations(),
    useRecentResources(),
    useLatestActivities(),
    useUnread(),
    useInvitations(),
    useOwnManager(),
    useQuery(ownObligations),
    useQuery(ownPayments),
    useQuery(ownInvoices),
    ...(isOwner ? [members] : []),
  ]
  return (
    <DashboardLayout
      reads={[documents, announcements, ...others]}
      first={
        <>
          <InvitationsCard />
          <NextStepsCard hasOnboarded={profile.onboardingStatus === 'completed'} now={now} />
          <OwnAnnouncements />
        </>
      }
      tasks={<OwnTasks now={now} />}
      agreements={
        <DocumentsSection
          query={documents}
          emptyLine={mayNotSign ? `${profile.fullName} takes care of your agreements` : undefined}
          renderActions={(document) => document.status === 'pending' && <SignLink document={document} />}
        />
      }
      activations={<OwnActivations now={now} />}
      more={
        <>
          <div className="grid min-w-0 grid-cols-1 gap-6">
            <OwnPayments>
              <LatestInvoices />
            </OwnPayments>
            <RecentResources hasMore />
            {isOwner && <MembersCard profile={profile} />}
          </div>
          <div className="grid min-w-0 grid-cols-1 gap-6">
            <ContactCard />
            <RecentActivity now={now} />
          </div>
        </>
      }
      calendar={<CalendarCard />}
    />
  )
}
