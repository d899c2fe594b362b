import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { useMayNotSign, useOwnProfile } from '#client/domain/current-user.ts'
import { AgreementCards } from '#client/features/documents/agreement-cards.tsx'
import { useOwnDocuments } from '#client/features/documents/queries.ts'
import { signedCount } from '#client/features/documents/required-documents.ts'
import { SignedAgreements } from '#client/features/documents/signed-agreement.tsx'
import { FirstSteps, SignedMoment } from '#client/features/documents/signed-moment.tsx'
import { InvitationsCard } from '#client/features/partners/members/invitations.tsx'
import { ProfileForm } from '#client/features/partners/profile/profile-form.tsx'
import { call } from '#client/lib/api.ts'
import { toast } from '#client/lib/toast.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { OnboardingFrame } from './onboarding/onboarding-frame.tsx'
import { OnboardingOfOthers } from './onboarding/onboarding-of-others.tsx'
import { OpensLater } from './onboarding/opens-later.tsx'
import { stepShown, useOnboardingStep } from './onboarding/steps.ts'
import { WelcomeStep } from './onboarding/welcome-step.tsx'

/** Leads a partner from the invitation to the signed agreements. A member who does not sign sees how far it is. */
export default function OnboardingPage({ user }: { user: CurrentUser }) {
  const mayNotSign = useMayNotSign()
  const profile = useOwnProfile()
  if (mayNotSign) return <OnboardingOfOthers />
  return (
    <QueryState
      query={profile}
      failure={{
        title: 'Your profile could not be loaded',
        text: 'Everything you filled in and signed is safe. Check your connection.',
      }}
    >
      {() => <Onboarding user={user} />}
    </QueryState>
  )
}

function Onboarding({ user }: { user: CurrentUser }) {
  // The profile is read here instead of passed in, so that a saved profile and the address of the next step change together.
  const { data: profile = null } = useOwnProfile()
  const { step, cameFrom, goTo } = useOnboardingStep(profile?.onboardingStatus ?? 'profile')
  const toProfile = () => goTo('profile')

  return (
    <OnboardingFrame step={step}>
      {step !== 'complete' && <OpensLater path={cameFrom} />}
      <InvitationsCard />
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
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const { data: documents } = useOwnDocuments()
  const { signed, required } = signedCount(documents ?? [])
  // The second signature has completed onboarding on the server, but the portal opens only when the profile is read again.
  const { mutate: complete, isPending } = useEndpointMutation(() => call('GET /api/partner/profile', {}), {
    failure: 'Your signatures are safe, but the portal could not be reached.',
    onSuccess: (current) => {
      client.setQueryData(['/api/partner/profile'], current)
      if (current.onboardingStatus !== 'completed') return
      toast({
        title: 'Onboarding Complete!',
        description: 'Welcome to the Partner Portal!',
        tone: 'positive',
      })
      navigate('/')
    },
  })

  return (
    <>
      <AgreementCards
        profile={profile}
        renderSigned={(wasJustSigned) => (
          <SignedMoment title="Both agreements are signed" takesFocus={wasJustSigned} />
        )}
      />
      {/* This is a footer element because toasts stay above footers on a phone. */}
      <footer className="flex flex-wrap items-center gap-x-4 gap-y-3">
        {/* After both signatures, only the partner team can change the profile. */}
        {profile.onboardingStatus !== 'completed' && (
          <Button size="large" onClick={onBack} className="max-sm:w-full">
            Back to Profile
          </Button>
        )}
        {documents && (
          <>
            <p role="status" className="text-13 text-muted sm:ml-auto">
              {`${signed} of ${required} agreements signed${signed === required ? '. The last step opens your dashboard.' : ''}`}
            </p>
            <Button
              variant="primary"
              size="large"
              disabled={signed < required}
              pending={isPending}
              onClick={() => complete()}
              className="max-sm:w-full"
            >
              Complete Onboarding
            </Button>
          </>
        )}
      </footer>
    </>
  )
}

function CompleteStep() {
  const { isPending } = useOwnDocuments()
  return (
    <Card
      title="Onboarding complete"
      description="Your profile is confirmed and both agreements are signed. Keep a copy for your records."
    >
      <div className="border-line border-y">
        <SignedAgreements />
      </div>
      {/* The rest appears after the agreements, because it would move when they arrive above it. */}
      {!isPending && (
        <>
          <div className="mt-6">
            <FirstSteps />
          </div>
          <Button asChild variant="primary" size="large" className="mt-6 max-sm:w-full">
            <Link href="/">Go to Dashboard</Link>
          </Button>
        </>
      )}
    </Card>
  )
}
