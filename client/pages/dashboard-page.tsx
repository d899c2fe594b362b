import { FilePenLine } from 'lucide-react'
import { Suspense } from 'react'
import { Link } from 'wouter'
import { useOwnProfile } from '#client/domain/current-user.ts'
import { useDashboardView } from '#client/domain/dashboard-view.ts'
import { onboardingLabel } from '#client/domain/onboarding-label.ts'
import { OwnActivations } from '#client/features/activations/activations-section.tsx'
import { useOwnActivations } from '#client/features/activations/queries.ts'
import { OwnAnnouncements } from '#client/features/announcements/own-announcements.tsx'
import { useOwnAnnouncements } from '#client/features/announcements/queries.ts'
import { useUnread } from '#client/features/chat/unread.ts'
import { DocumentsSection, SignLink } from '#client/features/documents/documents-section.tsx'
import { useOwnDocumentRows } from '#client/features/documents/queries.ts'
import { useLatestActivities } from '#client/features/partners/activity/queries.ts'
import { RecentActivity } from '#client/features/partners/activity/recent-activity.tsx'
import { RecentResources, useRecentResources } from '#client/features/resources/recent-resources.tsx'
import { OwnTasks } from '#client/features/tasks/own-tasks.tsx'
import { useOwnTasks } from '#client/features/tasks/queries.ts'
import { useAddressView } from '#client/lib/address-view.ts'
import { useLater } from '#client/lib/use-later.ts'
import { useNow } from '#client/lib/use-now.ts'
import { CalendarCard, loadCalendar } from '#client/pages/calendar-card.tsx'
import { ContactCard } from '#client/pages/dashboard/contact-card.tsx'
import { DashboardHead } from '#client/pages/dashboard/dashboard-head.tsx'
import { NextStepsCard } from '#client/pages/dashboard/next-steps-card.tsx'
import { Notice } from '#client/pages/notice.tsx'
import { AfterFirstPaint } from '#client/ui/after-first-paint.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { heldWhile, useIsFirstRead } from '#client/ui/query-state.tsx'
import type { PartnerProfile } from '#contract/partners/profile.ts'

// The texts of the agreements come with it.
const SignAgreement = lazyPart(() => import('#client/features/documents/sign-agreement.tsx'))

/** What is opened from it or comes late, by the functions that load it. */
export const homeParts = [SignAgreement.load, loadCalendar]

/** The dashboard of a partner; that of staff is in `staff-dashboard.tsx`. */
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

/** The dashboard, or the agreement to sign that is in its address. */
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
  const documents = useOwnDocumentRows()
  const activations = useOwnActivations()
  const recent = useRecentResources()
  const { label, tone } = onboardingLabel(profile.onboardingStatus)
  const announcements = useOwnAnnouncements()
  const others = [useOwnTasks(), useUnread(), useLatestActivities()]
  const isHeld = useIsFirstRead([documents, activations, recent, announcements, ...others])
  // Below the first part on a phone: it is not laid out together with that.
  const isSecondHeld = useLater(isHeld)
  const head = <DashboardHead name={profile.fullName} actions={<Badge tone={tone}>{label}</Badge>} />

  if (list === 'tasks') {
    return (
      <div className="mx-auto grid max-w-page grid-cols-1 gap-6">
        {head}
        <AfterFirstPaint>
          <OwnTasks now={now} />
        </AfterFirstPaint>
      </div>
    )
  }
  return (
    <div className="mx-auto grid max-w-page grid-cols-1 gap-6">
      {head}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 grid-cols-1 gap-6">
          <OwnAnnouncements isHeld={isHeld} />
          <AfterFirstPaint>
            {/* New ones when everything has been read, so that all of it arrives at once. Until then nothing in them takes a focus that would be lost. */}
            <div key={String(isHeld)} inert={isHeld} className="grid min-w-0 grid-cols-1 gap-6">
              <NextStepsCard
                hasOnboarded={profile.onboardingStatus === 'completed'}
                now={now}
                isHeld={isHeld}
              />
              <OwnTasks now={now} isHeld={isHeld} />
              <OwnActivations now={now} isHeld={isHeld} />
            </div>
          </AfterFirstPaint>
        </div>
        <AfterFirstPaint isSecond>
          <div
            key={`${isHeld} ${isSecondHeld}`}
            inert={isSecondHeld}
            className="grid min-w-0 grid-cols-1 gap-6"
          >
            <DocumentsSection
              query={heldWhile(isSecondHeld, documents)}
              renderActions={(document) => document.status === 'pending' && <SignLink document={document} />}
            />
            <RecentResources isHeld={isSecondHeld} />
            <ContactCard />
            <RecentActivity now={now} isHeld={isSecondHeld} />
          </div>
          {/* Below all that is still on its way, so that it moves nothing. */}
          {!isSecondHeld && (
            <div className="min-w-0 lg:col-span-2">
              <CalendarCard />
            </div>
          )}
        </AfterFirstPaint>
      </div>
    </div>
  )
}
