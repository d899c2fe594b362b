import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import { AgreementCards } from './agreement-cards.tsx'
import { SignedMoment } from './signed-moment.tsx'

type SignAgreementProps = {
  documentId: string
  profile: PartnerProfile
  /** The address of the dashboard. */
  back: string
}

/** The screen on which a partner signs a further agreement that staff have added after onboarding. */
export default function SignAgreement({ documentId, profile, back }: SignAgreementProps) {
  const screenRef = useRef<HTMLDivElement>(null)

  useEffect(() => {
    window.scrollTo(0, 0)
    screenRef.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div ref={screenRef} tabIndex={-1} className="mx-auto grid max-w-page grid-cols-1 gap-6 outline-none">
      <PageHead
        title="Review and sign"
        line={
          <Link href={back} className="text-link inline-flex items-center gap-1.5 touch:py-2.5">
            <ArrowLeft aria-hidden className="size-4" />
            Back to dashboard
          </Link>
        }
      />
      <AgreementCards
        profile={profile}
        renderSigned={(wasJustSigned) => (
          <SignedMoment title="The agreement is signed" takesFocus={wasJustSigned}>
            <Button asChild variant="primary" className="justify-self-start">
              <Link href={back}>Go to Dashboard</Link>
            </Button>
          </SignedMoment>
        )}
        choose={(documents) => documents.filter(({ id, voidedAt }) => id === documentId && !voidedAt)}
        empty={
          <Alert title="Agreement not found">The link may be out of date or meant for another account.</Alert>
        }
      />
    </div>
  )
}
