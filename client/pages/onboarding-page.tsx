import { Link } from 'wouter'
import { useOwnProfile } from '#client/domain/own-profile.ts'
import { AgreementCards, signedCount } from '#client/features/documents/agreement-cards.tsx'
import { useOwnDocuments } from '#client/features/documents/queries.ts'
import { SignedAgreements } from '#client/features/documents/signed-agreements.tsx'
import { ProfileForm } from '#client/features/partners/profile/profile-form.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { CompleteOnboarding } from './onboarding/complete-onboarding.tsx'
import { OnboardingFrame } from './onboarding/onboarding-frame.tsx'
import { stepShown, useOnboardingStep } from './onboarding/steps.ts'
import { WelcomeStep } from './onboarding/welcome-step.tsx'

/** Leads a partner from the invitation to the signed agreements. */
export default function OnboardingPage({ user }: { user: CurrentUser }) {
  return (
    <QueryState
      query={useOwnProfile(true)}
      failure={{
        title: 'Your profile could not be loaded',
        text: 'What you have filled in and signed is safe. Check your connection.',
      }}
    >
      {() => <Onboarding user={user} />}
    </QueryState>
  )
}

function Onboarding({ user }: { user: CurrentUser }) {
  // Read here instead of passed in: a saved profile and the address of the next step change together.
  const { data: profile = null } = useOwnProfile(true)
  const { step, goTo } = useOnboardingStep(profile?.onboardingStatus ?? 'profile')
  const toProfile = () => goTo('profile')

  return (
    <OnboardingFrame step={step}>
      {step === 'welcome' && <WelcomeStep onStart={toProfile} />}
      {step === 'profile' && (
        <ProfileForm
          user={user}
          profile={profile}
          onSaved={(saved) => goTo(stepShown(saved.onboardingStatus, null))}
          onBack={() => goTo('welcome')}
        />
      )}
      {step === 'documents' && profile && <DocumentsStep profile={profile} onBack={toProfile} />}
      {step === 'complete' && <CompleteStep />}
    </OnboardingFrame>
  )
}

function DocumentsStep({ profile, onBack }: { profile: PartnerProfile; onBack: () => void }) {
  const documents = useOwnDocuments()
  return (
    <>
      <AgreementCards profile={profile} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        {/* Once both are signed only the partner team can change the profile. */}
        {profile.onboardingStatus !== 'completed' && (
          <Button size="large" onClick={onBack} className="max-sm:w-full">
            Back to Profile
          </Button>
        )}
        {documents.data && <CompleteOnboarding {...signedCount(documents.data)} />}
      </div>
    </>
  )
}

function CompleteStep() {
  return (
    <Card
      title="Onboarding complete"
      description="Your profile is confirmed and both agreements are signed. Keep a copy for your records."
    >
      <div className="border-line border-y">
        <SignedAgreements />
      </div>
      <Button asChild variant="primary" size="large" className="mt-6 max-sm:w-full">
        <Link href="/">Go to Dashboard</Link>
      </Button>
    </Card>
  )
}
