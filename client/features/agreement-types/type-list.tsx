import { FileText, Plus } from 'lucide-react'
import { Link } from 'wouter'
import { AgreementViewLinks } from '#client/domain/agreements/agreement-view-links.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import type { AgreementType } from '#contract/agreement-types.ts'
import { isOnboardingType } from '#contract/documents/agreements/agreement.ts'
import { useAgreementTypes } from './queries.ts'
import { NewTypeDialog } from './type-dialogs.tsx'

type TypeListProps = { isAdmin: boolean; linkTo: (type: string) => string }

/** All types of agreement, each with when its text was published. */
export function TypeList({ isAdmin, linkTo }: TypeListProps) {
  return (
    <Card
      title="Agreements"
      description={
        <span className="max-sm:hidden">
          What partners sign. A new version never changes signed agreements.
        </span>
      }
      actions={
        <>
          <AgreementViewLinks chosen="types" />
          {isAdmin && (
            <Button icon={Plus} variant="primary" opens={(opening) => <NewTypeDialog {...opening} />}>
              <span className="max-sm:sr-only">New type</span>
            </Button>
          )}
        </>
      }
      flush
    >
      <QueryState
        query={useAgreementTypes()}
        className="min-h-48"
        loading={
          <div className="grid gap-4 p-4 sm:p-5">
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
          </div>
        }
        failure={{ title: 'The agreements could not be loaded' }}
        empty={{
          when: (types) => types.length === 0,
          show: <EmptyState icon={FileText} line="No agreements yet" />,
        }}
      >
        {(types) => (
          <ul className="divide-y divide-line">
            {types.map((type) => (
              <li key={type.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 sm:px-5">
                <div className="min-w-0 grow basis-60">
                  <Link
                    href={linkTo(type.id)}
                    className="wrap-anywhere rounded-mark font-medium hover:underline"
                  >
                    {type.name}
                  </Link>
                  <p className="text-13 text-muted">
                    <InForce type={type} />
                  </p>
                </div>
                <TypeBadges type={type} />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </Card>
  )
}

/** Names the text that partners sign as the list of versions does, since its day may be another one in the reader's time zone. */
export function InForce({ type: { version } }: { type: AgreementType }) {
  return version ? `Version ${version}` : 'Nothing published yet'
}

/** Badges for what is special about a type; none if the type is simply offered. */
export function TypeBadges({ type }: { type: AgreementType }) {
  return (
    <span className="flex flex-wrap gap-1.5 empty:hidden">
      {isOnboardingType(type.id) && <Badge>Onboarding</Badge>}
      {type.isCountersigned && <Badge>Countersigned</Badge>}
      {type.draftSavedAt && <Badge tone="info">Draft</Badge>}
      {type.archivedAt && <Badge tone="caution">Archived</Badge>}
    </span>
  )
}
