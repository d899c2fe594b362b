import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { useOwnProfile } from '#client/domain/current-user.ts'
import { onboardingLabel } from '#client/domain/onboarding-label.ts'
import { ActivationsSection } from '#client/features/activations/activations-section.tsx'
import { useOwnActivations } from '#client/features/activations/queries.ts'
import { DocumentsSection, SignLink } from '#client/features/documents/documents-section.tsx'
import { useOwnDocumentRows } from '#client/features/documents/queries.ts'
import { useOwnTasks, useShownOrder } from '#client/features/tasks/queries.ts'
import { isOpen } from '#client/features/tasks/task-state.ts'
import { TaskActions, TasksSection } from '#client/features/tasks/tasks-section.tsx'
import { useAddressView } from '#client/lib/address-view.ts'
import { useNow } from '#client/lib/use-now.ts'
import { DashboardHead, QuickLinks } from '#client/pages/dashboard/dashboard-head.tsx'
import { NextStepsCard } from '#client/pages/dashboard/next-steps-card.tsx'
import { Notice } from '#client/pages/notice.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Loading } from '#client/ui/loading.tsx'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'

// Partners never need it.
const StaffDashboard = lazy(() => import('#client/pages/dashboard/staff-dashboard.tsx'))
// The texts of the agreements come with it.
const SignAgreement = lazy(() => import('#client/features/documents/sign-agreement.tsx'))

export default function DashboardPage({ user }: { user: CurrentUser }) {
  const staff = isStaff(user.role)
  const { data: profile } = useOwnProfile(!staff)

  if (staff) {
    return (
      <Suspense fallback={<Loading />}>
        <StaffDashboard />
      </Suspense>
    )
  }
  if (profile) return <PartnerScreen profile={profile} />
  return (
    <Notice
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
  const { data, isError, refetch } = useOwnTasks()
  const { label, tone } = onboardingLabel(profile.onboardingStatus)
  return (
    <div className="mx-auto grid max-w-page grid-cols-1 gap-6">
      <DashboardHead name={profile.fullName} actions={<Badge tone={tone}>{label}</Badge>} />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[2fr_1fr]">
        <NextStepsCard hasOnboarded={profile.onboardingStatus === 'completed'} now={now} />
        <QuickLinks />
      </div>
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <DocumentsSection
          query={useOwnDocumentRows()}
          renderActions={(document) => document.status === 'pending' && <SignLink document={document} />}
        />
        <ActivationsSection query={useOwnActivations()} now={now} />
      </div>
      <TasksSection
        query={{ data: useShownOrder(data), isError, refetch }}
        now={now}
        stacked
        renderActions={(task) => isOpen(task) && <TaskActions task={task} />}
      />
    </div>
  )
}
