import { useStanding } from '#client/domain/agreement-standing.tsx'
import { writtenDay } from '#client/domain/appendix-a-terms.ts'
import { Day } from '#client/domain/day.tsx'
import { Alert } from '#client/ui/alert.tsx'
import { Fact } from '#client/ui/facts.tsx'
import type { AgreementDetails } from '#contract/documents/documents.ts'
import { AmendmentFacts } from './amending/amended.tsx'

type AgreementLifeProps = { document: AgreementDetails; isStaff: boolean }

/** Shows whether an agreement was declined, voided or has ended, its dates and its amendments. Renders nothing if there is nothing to say. */
export function AgreementLife({ document, isStaff }: AgreementLifeProps) {
  const { effectiveOn, endsOn, replacesEarlier } = document
  const standing = useStanding(document)
  const isAmended = document.amendedBy.length > 0 || document.amends.length > 0
  const hasFacts = effectiveOn || endsOn || replacesEarlier || isAmended
  if (!hasFacts && (standing === 'pending' || standing === 'signed')) return null
  return (
    <div className="grid gap-4 pb-10">
      <Notice document={document} isStaff={isStaff} />
      {hasFacts && (
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          {effectiveOn && <Fact label="Effective date">{writtenDay(effectiveOn)}</Fact>}
          {endsOn && <Fact label="End date">{writtenDay(endsOn)}</Fact>}
          {replacesEarlier && <Fact label="Replaces">Earlier agreements</Fact>}
          <AmendmentFacts document={document} />
        </dl>
      )}
    </div>
  )
}

function Notice({ document, isStaff }: AgreementLifeProps) {
  const standing = useStanding(document)
  const { declinedAt, declineReason, voidedAt, voidReason, voidedByName, endsOn } = document
  if (standing === 'declined' && declinedAt) {
    return (
      <Alert
        tone="caution"
        title={isStaff ? 'The partner declined this agreement' : 'You declined this agreement'}
      >
        <p>
          <Day at={declinedAt} exact />
          {` · ${isStaff ? 'They' : 'You'} can still sign it.`}
        </p>
        <Reason text={declineReason} />
      </Alert>
    )
  }
  if (standing === 'voided' && voidedAt) {
    return (
      <Alert tone="caution" title="This agreement was voided and is no longer in force">
        <p>
          <Day at={voidedAt} exact />
          {voidedByName && ` · by ${voidedByName}`}
        </p>
        <Reason text={voidReason} />
      </Alert>
    )
  }
  if (standing === 'ended' && endsOn) {
    return <Alert tone="info" title={`This agreement ended on ${writtenDay(endsOn)}`} />
  }
  return null
}

function Reason({ text }: { text: string | null }) {
  return text && <p className="wrap-anywhere mt-1 whitespace-pre-line">{`Reason: ${text}`}</p>
}
