import { useOwnProfile } from '#client/domain/own-profile.ts'
import { useOwnDocuments } from '#client/domain/queries.ts'
import { AgreementCards } from '#client/features/documents/agreement-cards.tsx'
import { signedCount } from '#client/features/documents/required-documents.ts'
import { SignedAgreements } from '#client/features/documents/signed-agreements.tsx'
import { ProfileForm } from '#client/features/partners/profile/profile-form.tsx'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Loading } from '#client/ui/loading.tsx'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { CompleteOnboarding } from './onboarding/complete-onboarding.tsx'
import { CompleteStep } from './onboarding/complete-step.tsx'
import { OnboardingFrame } from './onboarding/onboarding-frame.tsx'
import { stepShown } from './onboarding/steps.ts'
import { useOnboardingStep } from './onboarding/use-onboarding-step.ts'
import { WelcomeStep } from './onboarding/welcome-step.tsx'

/** Takes a partner from the invitation to the signed agreements. */
export default function OnboardingPage({ user }: { user: CurrentUser }) {
  const profile = useOwnProfile(true)
  if (profile.isError && !profile.data) {
    return (
      <Alert title="Your profile could not be loaded" onRetry={() => profile.refetch()}>
        What you have filled in and signed is safe. Check your connection.
      </Alert>
    )
  }
  if (profile.isPending) return <Loading />
  return <Onboarding user={user} />
}

function Onboarding({ user }: { user: CurrentUser }) {
  // Not handed down: a saved profile and the address of the next step come at once, and have to be seen together.
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
      {step === 'complete' && (
        <CompleteStep>
          <SignedAgreements />
        </CompleteStep>
      )}
    </OnboardingFrame>
  )
}

function DocumentsStep({ profile, onBack }: { profile: PartnerProfile; onBack: () => void }) {
  const documents = useOwnDocuments()
  return (
    <>
      <AgreementCards profile={profile} />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        {/* Once both are signed the profile is the partner team's to change. */}
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
