import { lazy, Suspense } from 'react'
import { onboardingLabel } from '#client/domain/onboarding-label.ts'
import { useOwnProfile } from '#client/domain/own-profile.ts'
import { ActivationsSection } from '#client/features/activations/activations-section.tsx'
import { useActivations, useDocuments, useTasks } from '#client/features/dashboard/queries.ts'
import { DocumentsSection } from '#client/features/documents/documents-section.tsx'
import { SignLink } from '#client/features/documents/sign-link.tsx'
import { TaskActions } from '#client/features/tasks/task-actions.tsx'
import { isOpen } from '#client/features/tasks/task-state.ts'
import { TasksSection } from '#client/features/tasks/tasks-section.tsx'
import { useAddressView } from '#client/lib/address-view.ts'
import { useNow } from '#client/lib/use-now.ts'
import { CompleteOnboarding } from '#client/pages/dashboard/complete-onboarding.tsx'
import { greeting } from '#client/pages/dashboard/greeting.ts'
import { NextStepsCard } from '#client/pages/dashboard/next-steps-card.tsx'
import { QuickWays } from '#client/pages/dashboard/quick-links.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'

// Partners never need it.
const StaffDashboardPage = lazy(() => import('#client/pages/staff-dashboard-page.tsx'))
// The texts of the agreements come with it.
const SignAgreement = lazy(() => import('#client/features/documents/sign-agreement.tsx'))

export default function DashboardPage({ user }: { user: CurrentUser }) {
  const staff = isStaff(user.role)
  const { data: profile } = useOwnProfile(!staff)

  if (staff) {
    return (
      <Suspense fallback={<Loading />}>
        <StaffDashboardPage />
      </Suspense>
    )
  }
  return profile ? <OwnScreen profile={profile} /> : <CompleteOnboarding />
}

/** The dashboard, or the agreement that its address says is being signed. */
function OwnScreen({ profile }: { profile: PartnerProfile }) {
  const view = useAddressView()
  const signed = view.get('sign')
  if (!signed) return <OwnDashboard profile={profile} />
  return (
    <Suspense fallback={<Loading />}>
      <SignAgreement key={signed} documentId={signed} profile={profile} back={view.with({ sign: null })} />
    </Suspense>
  )
}

function OwnDashboard({ profile }: { profile: PartnerProfile }) {
  const now = useNow()
  const { label, tone } = onboardingLabel(profile.onboardingStatus)
  return (
    <div className="mx-auto grid max-w-page grid-cols-1 gap-6">
      <PageHead
        title="Partner Dashboard"
        line={greeting(profile.fullName)}
        actions={<Badge tone={tone}>{label}</Badge>}
      />
      <div className="grid grid-cols-1 gap-6 lg:grid-cols-[2fr_1fr]">
        <NextStepsCard onboarded={profile.onboardingStatus === 'completed'} now={now} />
        <QuickWays />
      </div>
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <DocumentsSection
          query={useDocuments()}
          renderActions={(document) => document.status === 'pending' && <SignLink document={document} />}
        />
        <ActivationsSection query={useActivations()} now={now} />
      </div>
      <TasksSection
        query={useTasks()}
        now={now}
        stacked
        renderActions={(task) => isOpen(task) && <TaskActions task={task} />}
      />
    </div>
  )
}
