import { Link } from 'wouter'
import { agreementsAddress } from '#client/domain/agreements/agreements-address.ts'
import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import type { AgreementTypeDetails } from '#contract/agreement-types.ts'
import { AddDocumentDialog } from './lazy-dialogs.ts'

type Type = Pick<AgreementTypeDetails, 'id' | 'name' | 'isOffered' | 'signedEarlier'>

/** Gives agreements of a type to partners: to any, or to those who have signed an earlier text and are to sign the current one. */
export function GiveAgreement({ type: { id, name, isOffered, signedEarlier } }: { type: Type }) {
  if (!isOffered) return null
  const { count, partnerIds } = signedEarlier
  return (
    <div className="mt-4 grid gap-3">
      {count > 0 && (
        <p className="text-13 text-muted">
          <Link href={agreementsAddress({ type: id, version: 'earlier' })} className="text-link">
            {`${formatCount(count, 'partner')} signed an earlier version`}
          </Link>
          {`, which stays in force until they sign this one.${
            count > partnerIds.length
              ? ` You can ask ${partnerIds.length} at a time, starting with those who signed earliest.`
              : ''
          }`}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          opens={(opening) => <AddDocumentDialog {...opening} partner={null} start={{ type: id }} />}
        >
          Send to partners<span className="sr-only">{` the ${name}`}</span>
        </Button>
        {count > 0 && (
          <Button
            size="small"
            opens={(opening) => (
              <AddDocumentDialog {...opening} partner={null} start={{ type: id, partnerIds }} />
            )}
          >
            Ask to sign this version
          </Button>
        )}
      </div>
    </div>
  )
}
