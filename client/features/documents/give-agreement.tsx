import { Link } from 'wouter'
import { agreementsAddress } from '#client/domain/agreements/agreements-address.ts'
import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import type { AgreementTypeDetails } from '#contract/agreement-types.ts'
import { AddDocumentDialog, AskToSignDialog } from './lazy-dialogs.ts'

type Type = Pick<AgreementTypeDetails, 'id' | 'name' | 'isOffered' | 'version' | 'signedEarlier'>

/** Gives agreements of a type to partners: to any, or to those who have signed an earlier text and are to sign the current one. */
export function GiveAgreement({ type }: { type: Type }) {
  const { id, name, isOffered, signedEarlier } = type
  if (!isOffered) return null
  const { count } = signedEarlier
  return (
    <div className="mt-4 grid gap-3">
      {count > 0 && (
        <p className="text-13 text-muted">
          <Link href={agreementsAddress({ type: id, version: 'earlier' })} className="text-link">
            {`${formatCount(count, 'partner')} signed an earlier version`}
          </Link>
          , which stays in force until they sign this one.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="small" opens={(opening) => <AddDocumentDialog {...opening} partner={null} type={id} />}>
          Send to partners<span className="sr-only">{` the ${name}`}</span>
        </Button>
        {count > 0 && (
          <Button size="small" opens={(opening) => <AskToSignDialog {...opening} type={type} />}>
            Ask to sign this version
          </Button>
        )}
      </div>
    </div>
  )
}
