import { Archive, ArchiveRestore, ArrowLeft, FileX, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { agreementsAddress } from '#client/domain/agreements/agreements-address.ts'
import { RowMenu } from '#client/domain/rows/staff-actions.tsx'
import { formatCount } from '#client/lib/format.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { TextSkeleton } from '#client/ui/loading.tsx'
import { MenuItem } from '#client/ui/menu.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { question } from '#client/ui/question.tsx'
import type { AgreementTypeDetails } from '#contract/agreement-types.ts'
import { isBuiltInType } from '#contract/documents/agreements/agreement.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { NextVersion } from './next-version.tsx'
import { useAgreementType, useArchiveType, useRestoreType } from './queries.ts'
import { EditTypeDialog } from './type-dialogs.tsx'
import { InForce, TypeBadges } from './type-list.tsx'
import { VersionList } from './version-list.tsx'

type TypePageProps = {
  type: string
  user: CurrentUser
  back: string
  renderActions: (details: AgreementTypeDetails) => ReactNode
}

/** One type of agreement: its settings, the draft of its next text, and its published versions. */
export function TypePage({ type, user, back, renderActions }: TypePageProps) {
  const isAdmin = user.role === 'admin'
  return (
    <div className="grid grid-cols-1 gap-4">
      <Link
        href={back}
        className="text-link inline-flex items-center gap-1.5 justify-self-start touch:py-2.5"
      >
        <ArrowLeft aria-hidden className="size-4" />
        All types
      </Link>
      <QueryState
        query={useAgreementType(type)}
        className="grid grid-cols-1 gap-4"
        loading={<TextSkeleton className="h-96" />}
        failure={{ title: 'The agreement could not be loaded' }}
        missing={<EmptyState icon={FileX} line="Agreement not found." />}
      >
        {(details) => (
          <>
            <TypeHead details={details} isAdmin={isAdmin}>
              {renderActions(details)}
            </TypeHead>
            {isAdmin && <NextVersion details={details} userId={user.id} />}
            <VersionList details={details} />
          </>
        )}
      </QueryState>
    </div>
  )
}

type TypeHeadProps = { details: AgreementTypeDetails; isAdmin: boolean; children: ReactNode }

function TypeHead({ details, isAdmin, children }: TypeHeadProps) {
  return (
    <Card title={details.name} actions={isAdmin && <TypeMenu details={details} />}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="text-15 text-muted">
          <InForce type={details} />
          {details.pending > 0 && (
            <>
              {' · '}
              <Link href={agreementsAddress({ type: details.id, status: 'to_sign' })} className="text-link">
                {`${formatCount(details.pending, 'agreement')} to sign`}
              </Link>
            </>
          )}
        </p>
        <TypeBadges type={details} />
      </div>
      {children}
    </Card>
  )
}

function TypeMenu({ details }: { details: AgreementTypeDetails }) {
  const { id, name, archivedAt } = details
  const { mutate: archive } = useArchiveType(id)
  const { mutate: restore } = useRestoreType(id)
  const archiveQuestion = question({
    title: `Archive ${name}?`,
    description: "It won't go to any more partners. Those who have it keep it, signed or not.",
    confirmLabel: 'Archive',
    onConfirm: () => archive(),
  })
  return (
    <RowMenu name={name} row={{}}>
      <MenuItem icon={Pencil} opens={(opening) => <EditTypeDialog type={details} {...opening} />}>
        Edit name and settings
      </MenuItem>
      {!isBuiltInType(id) &&
        (archivedAt ? (
          <MenuItem icon={ArchiveRestore} onSelect={() => restore()}>
            Restore
          </MenuItem>
        ) : (
          <MenuItem icon={Archive} tone="danger" opens={archiveQuestion}>
            Archive
          </MenuItem>
        ))}
    </RowMenu>
  )
}
