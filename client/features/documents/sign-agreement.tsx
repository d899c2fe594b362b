import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import { useOwnDocuments } from '#client/domain/queries.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Loading } from '#client/ui/loading.tsx'
import { PageHead } from '#client/ui/page-head.tsx'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import { AgreementCard } from './agreement-card.tsx'
import { usePortal } from './queries.ts'

type SignAgreementProps = {
  documentId: string
  profile: PartnerProfile
  /** The address that leads away from it. */
  back: string
}

/** One agreement on a screen of its own: a further one that staff have added, to be signed as those of onboarding are. */
export default function SignAgreement({ documentId, profile, back }: SignAgreementProps) {
  const documents = useOwnDocuments()
  const portal = usePortal()
  const place = useRef<HTMLDivElement>(null)

  useEffect(() => {
    window.scrollTo(0, 0)
    place.current?.focus({ preventScroll: true })
  }, [])

  const failed = [documents, portal].find((query) => query.isError && !query.data)
  const document = documents.data?.find(({ id }) => id === documentId)
  return (
    <div ref={place} tabIndex={-1} className="mx-auto grid max-w-page grid-cols-1 gap-6 outline-none">
      <PageHead
        title="Review and sign"
        line={
          <Link href={back} className="text-link inline-flex items-center gap-1.5 touch:py-2.5">
            <ArrowLeft aria-hidden className="size-4" />
            Back to the dashboard
          </Link>
        }
      />
      {failed ? (
        <Alert title="The agreement could not be loaded" onRetry={() => failed.refetch()}>
          What you have filled in and signed is safe. Check your connection.
        </Alert>
      ) : !documents.data || !portal.data ? (
        <Loading />
      ) : document ? (
        <AgreementCard document={document} profile={profile} companyName={portal.data.companyName} />
      ) : (
        <Alert title="There is no such agreement">
          The link may be old, or it was meant for somebody else.
        </Alert>
      )}
    </div>
  )
}
