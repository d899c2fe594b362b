import { ActivationsSection } from '#client/features/dashboard/activations-section.tsx'
import { CompleteOnboarding } from '#client/features/dashboard/complete-onboarding.tsx'
import { DocumentsSection } from '#client/features/dashboard/documents-section.tsx'
import { NextStepsCard } from '#client/features/dashboard/next-steps-card.tsx'
import { QuickWays } from '#client/features/dashboard/quick-ways.tsx'
import { TasksSection } from '#client/features/dashboard/tasks-section.tsx'
import { useNow } from '#client/features/dashboard/use-now.ts'
import { useProfile } from '#client/features/profile/own-profile.ts'
import { onboardingLabel } from '#client/lib/onboarding-label.ts'
import { Badge } from '#client/ui/badge.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import type { PartnerProfile } from '#contract/partners.ts'
import { isStaff } from '#contract/roles.ts'
import type { CurrentUser } from '#contract/users.ts'

export default function DashboardPage({ user }: { user: CurrentUser }) {
  const staff = isStaff(user.role)
  const { data: profile } = useProfile(!staff)

  if (staff) return <AllPartnersDashboard />
  return profile ? <OwnDashboard profile={profile} /> : <CompleteOnboarding />
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
        <DocumentsSection scope="own" />
        <ActivationsSection scope="own" now={now} />
      </div>
      <TasksSection scope="own" now={now} />
    </div>
  )
}

function AllPartnersDashboard() {
  const now = useNow()
  return (
    <div className="mx-auto grid max-w-page grid-cols-1 gap-6">
      <PageHead title="Partner Dashboard" line={greeting('All Partners')} />
      <QuickWays />
      <div className="grid grid-cols-1 gap-6 md:grid-cols-2">
        <DocumentsSection scope="all" />
        <ActivationsSection scope="all" now={now} />
      </div>
      <TasksSection scope="all" now={now} />
    </div>
  )
}

const greeting = (name: string) => `Welcome back, ${name}! Here's your partnership overview.`
