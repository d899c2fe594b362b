import { useQuery } from '@tanstack/react-query'
import { FileX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { UnusualStandingBadge } from '#client/domain/agreement-standing.tsx'
import { AgreementPaper } from '#client/domain/agreements/agreement-paper.tsx'
import { Day } from '#client/domain/day.tsx'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { readOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog, DialogFooter } from '#client/ui/dialog.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { TextSkeleton } from '#client/ui/loading.tsx'
import { useOpenedSteps } from '#client/ui/opened-steps.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { agreedTerms } from '#contract/documents/agreed-terms.ts'
import type { AgreementDetails } from '#contract/documents/documents.ts'
import { AgreementLife } from './agreement-life.tsx'
import { CompanySignatureNote } from './company-signature.tsx'
import { DocumentMenu } from './document-menu.tsx'
import { CountersignDialog } from './lazy-dialogs.ts'
import { signingAddress, useAgreement, useAgreementText } from './queries.ts'
import { DownloadButton, SignedAgreement, UnsignedCopy } from './signed-agreement.tsx'

type AgreementDialogProps = {
  documentId: string
  isStaff: boolean
  /** Whether the partner is onboarded. If so, they sign from the dashboard, otherwise on the screens of onboarding. */
  isOnboarded: boolean
  open: boolean
  onClose: () => void
  /** Renders what other features have about the agreement, above and below its text. */
  renderAbove: (document: AgreementDetails) => ReactNode
  renderBelow: (document: AgreementDetails) => ReactNode
  /** Whether that is still being read. The agreement appears together with it. */
  isReadingMore: boolean
  /** The dialogs that open on top of this one. */
  children: ReactNode
}

/** An agreement to read: as it was signed, or with its terms as it is to be signed. */
export function AgreementDialog({
  documentId,
  isStaff,
  isOnboarded,
  open,
  onClose,
  renderAbove,
  renderBelow,
  isReadingMore,
  children,
}: AgreementDialogProps) {
  const agreement = useAgreement(documentId)
  const { data } = agreement
  const steps = useOpenedSteps('agreement', 'agreement', open)
  return (
    <Dialog
      // On a phone the title has one line from the start; the full title is on the paper of the agreement.
      title={<span className="block max-sm:truncate">{data ? data.documentName : 'Agreement'}</span>}
      description={
        <span className={isStaff ? 'block min-h-5 max-sm:min-h-10' : 'block min-h-5'}>
          {data && <State document={data} isStaff={isStaff} />}
        </span>
      }
      actions={
        <>
          {steps.buttons}
          {data && isStaff && <DocumentMenu document={data} partner={data.partner} onDeleted={onClose} />}
        </>
      }
      size="wide"
      isReadOnly
      isLive
      open={open}
      onOpenChange={onClose}
      onKeyDown={steps.handleKeyDown}
    >
      <QueryState
        query={isReadingMore ? { ...agreement, data: undefined } : agreement}
        className="min-h-96"
        loading={<PaperSkeleton />}
        failure={{ title: 'The agreement could not be loaded' }}
        missing={<EmptyState icon={FileX} line="Agreement not found." />}
      >
        {(document) => (
          <>
            <AgreementLife document={document} isStaff={isStaff} />
            {renderAbove(document)}
            <div className={edges}>
              {document.status === 'signed' ? (
                <SignedAgreement document={document} className="sm:max-h-[60dvh]" />
              ) : (
                <PendingAgreement document={document} />
              )}
            </div>
            {renderBelow(document)}
            <Actions
              document={document}
              signAt={isStaff ? null : isOnboarded ? signingAddress(document) : '/onboarding'}
            />
          </>
        )}
      </QueryState>
      {children}
    </Dialog>
  )
}

/** Negative margins with which the paper takes the whole width of the dialog. */
const edges = '-mx-4 -mt-5 sm:-mx-6'

/** A placeholder with the width of the paper, so that nothing moves when the paper appears. */
function PaperSkeleton() {
  return (
    <div className={classNames(edges, 'bg-sunken p-3 sm:p-4')}>
      <TextSkeleton className="h-[60dvh]" />
    </div>
  )
}

/** Shows whom the agreement is for, and whether it is signed. */
function State({ document, isStaff }: { document: AgreementDetails; isStaff: boolean }) {
  const { partner, signedAt, createdAt } = document
  return (
    <>
      {isStaff && (
        <span className="max-sm:block max-sm:truncate">
          <PartnerLink partnerId={partner.id}>{`${partner.fullName} · ${partner.businessName}`}</PartnerLink>
          <span className="max-sm:hidden"> · </span>
        </span>
      )}
      {signedAt ? (
        <>
          Signed <Day at={signedAt} exact />
          <CompanySignatureNote document={document} />
        </>
      ) : (
        <>
          Pending signature since <Day at={createdAt} />
        </>
      )}{' '}
      <UnusualStandingBadge document={document} />
    </>
  )
}

function PendingAgreement({ document }: { document: AgreementDetails }) {
  const { data: portal } = useQuery(readOf('/api/portal'))
  const text = useAgreementText(document.id)
  return (
    <QueryState
      query={{ ...text, data: portal && text.data }}
      loading={<TextSkeleton className="h-[60dvh]" />}
      failure={{ title: 'The text of the agreement could not be loaded' }}
    >
      {(agreement) => (
        <AgreementPaper
          name={document.documentName}
          agreement={agreement}
          values={agreedTerms(document.enteredTerms)}
          companyName={portal?.companyName ?? ''}
          className="sm:max-h-[60dvh]"
        />
      )}
    </QueryState>
  )
}

type ActionsProps = {
  document: AgreementDetails
  /** Where the partner signs; null for staff. */
  signAt: string | null
}

function Actions({ document, signAt }: ActionsProps) {
  if (!document.evidence && document.status === 'signed') return null
  return (
    <DialogFooter>
      {document.evidence ? (
        <>
          <DownloadButton {...document} />
          {document.canCountersign && <CountersignButton document={document} />}
        </>
      ) : (
        <>
          <UnsignedCopy {...document} />
          {signAt && (
            <Button asChild variant="primary">
              <Link href={signAt}>Review and sign</Link>
            </Button>
          )}
        </>
      )}
    </DialogFooter>
  )
}

/** Opens the dialog that signs an agreement for the company. */
function CountersignButton({ document }: { document: AgreementDetails }) {
  return (
    <Button variant="primary" opens={(opening) => <CountersignDialog {...opening} document={document} />}>
      {`Sign for ${document.evidence?.companyName ?? ''}`}
    </Button>
  )
}
