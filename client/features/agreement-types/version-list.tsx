import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { AgreementPaper } from '#client/domain/agreements/agreement-paper.tsx'
import { agreementsAddress } from '#client/domain/agreements/agreements-address.ts'
import { Day } from '#client/domain/day.tsx'
import { formatCount } from '#client/lib/format.ts'
import { readOf } from '#client/lib/query-client.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { TextSkeleton } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import type { AgreementTypeDetails, PublishedVersion } from '#contract/agreement-types.ts'
import { useAgreementVersion } from './queries.ts'

/** The published versions of a text, the newest first. */
export function VersionList({ details: { id, name, versions } }: { details: AgreementTypeDetails }) {
  return (
    <Card title="Published versions" description="A published version never changes." flush>
      {versions.length === 0 && <p className="px-4 py-4 text-muted sm:px-5">Nothing published yet.</p>}
      <ul className="divide-y divide-line">
        {versions.map((version, index) => (
          <li key={version.version} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-5">
            <div className="min-w-0 grow basis-60">
              <p className="font-medium">{`Version ${version.version}`}</p>
              <p className="wrap-anywhere text-13 text-muted">
                <VersionFacts type={id} version={version} />
              </p>
            </div>
            {index === 0 && <Badge tone="positive">Current</Badge>}
            <Button
              size="small"
              opens={(opening) => <VersionDialog {...opening} type={id} name={name} version={version} />}
            >
              Read<span className="sr-only">{` version ${version.version}`}</span>
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function VersionFacts({ type, version: published }: { type: string; version: PublishedVersion }) {
  const { publishedAt, publishedBy, signed, version } = published
  return (
    <>
      {publishedBy ? (
        <>
          Published <Day at={publishedAt} />
          {` by ${publishedBy.name}`}
        </>
      ) : (
        'Came with the portal'
      )}
      {' · '}
      {signed > 0 ? (
        <Link href={agreementsAddress({ type, version })} className="text-link">
          {`Signed by ${formatCount(signed, 'partner')}`}
        </Link>
      ) : (
        'Not signed yet'
      )}
    </>
  )
}

type VersionDialogProps = DialogOpening & { type: string; name: string; version: PublishedVersion }

/** The dialog that shows a published text. */
function VersionDialog({ type, name, version, ...opening }: VersionDialogProps) {
  const text = useAgreementVersion(type, version.version)
  const { data: portal } = useQuery(readOf('/api/portal'))
  return (
    <Dialog {...opening} title={name} description={`Version ${version.version}`} size="wide" isReadOnly>
      <QueryState
        query={{ ...text, data: portal && text.data }}
        className="-mx-4 -mt-5 min-h-96 sm:-mx-6"
        loading={<TextSkeleton className="h-[60dvh]" />}
        failure={{ title: 'The text could not be loaded' }}
      >
        {(agreement) => (
          <AgreementPaper
            name={name}
            agreement={agreement}
            values={{}}
            companyName={portal?.companyName ?? ''}
            className="sm:max-h-[70dvh]"
          />
        )}
      </QueryState>
    </Dialog>
  )
}
