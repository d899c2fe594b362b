import { FilePenLine, KeyRound, UserRound } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { useMayNotSign, useOwnProfile } from '#client/domain/current-user.ts'
import { useOwnDocuments } from '#client/features/documents/queries.ts'
import { signedCount } from '#client/features/documents/required-documents.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'
import { InvitationsFirst } from './invitations-first.tsx'
import { OnboardingOfOthers } from './onboarding/onboarding-of-others.tsx'
import { OpensLater } from './onboarding/opens-later.tsx'
import { PointCard } from './point-card.tsx'

/** The invitations of a user without a partner; without any, what onboarding requires. */
export default function PreOnboardingPage({ user }: { user: CurrentUser }) {
  const { data: profile } = useOwnProfile(!isStaff(user.role))
  const onboarding = <Onboarding user={user} />
  const mayNotSign = useMayNotSign()
  if (mayNotSign) return <OnboardingOfOthers />
  if (isStaff(user.role) || profile) return onboarding
  return <InvitationsFirst canCreateProfile>{onboarding}</InvitationsFirst>
}

/** Describes what onboarding requires and opens, with the reader's progress. */
function Onboarding({ user }: { user: CurrentUser }) {
  const [path] = useLocation()
  const isPreview = isStaff(user.role)
  const { data: profile } = useOwnProfile(!isPreview)
  const isConfirmed = !isPreview && profile != null && profile.onboardingStatus !== 'profile'
  const { data: documents } = useOwnDocuments(isConfirmed)
  const { signed, required } = signedCount(documents ?? [])
  const isCompleted = isConfirmed && profile.onboardingStatus === 'completed'

  const line = () => {
    if (isCompleted)
      return 'Your profile is confirmed and both agreements are signed. The portal is yours to use.'
    const begin = !isConfirmed
      ? profile
        ? 'Check the profile the partner team entered for you, and sign two agreements.'
        : 'Tell us about your business and sign two agreements.'
      : signed > 0
        ? 'Your profile is confirmed and one agreement is signed. Sign the other one.'
        : 'Your profile is confirmed. Sign both agreements.'
    return `${begin} Then you can use the whole portal.`
  }
  const state = (text: string, isDone = false) => (isPreview ? {} : { state: isDone ? 'Done' : text, isDone })

  return (
    <div className="mx-auto grid max-w-page grid-cols-1 gap-6">
      <OpensLater path={path} />
      {isPreview && (
        <Alert tone="info" title="This is what partners see before they complete onboarding">
          <Link href="/admin?tab=partners" className="text-link touch:py-3">
            Go to Partners
          </Link>
        </Alert>
      )}
      <section className="rounded-card border border-line bg-accent-soft p-6 text-center sm:p-10">
        <h1 className="text-26">{isCompleted ? 'Onboarding Complete' : 'Onboarding Required'}</h1>
        <p className="mx-auto mt-2 max-w-120 text-balance">{line()}</p>
        <Button asChild variant="primary" size="large" className="mt-6">
          {isCompleted ? (
            <Link href="/dashboard">Go to Dashboard</Link>
          ) : (
            <Link href="/onboarding">Start Onboarding</Link>
          )}
        </Button>
      </section>
      <ul className="grid gap-4 md:grid-cols-3">
        <PointCard icon={UserRound} title="Profile Setup" {...state('Next', isConfirmed)}>
          Your business, who to talk to and how to reach you.
        </PointCard>
        <PointCard
          icon={FilePenLine}
          title="Legal Documents"
          {...state(
            isConfirmed ? `${signed} of ${required} signed` : 'Opens when your profile is confirmed',
            isCompleted,
          )}
        >
          Review and digitally sign partnership agreements.
        </PointCard>
        <PointCard
          icon={KeyRound}
          title="Portal Access"
          {...state('Opens when both agreements are signed', isCompleted)}
        >
          Materials, brand assets, your tasks and the partner team, all in one place.
        </PointCard>
      </ul>
    </div>
  )
}
