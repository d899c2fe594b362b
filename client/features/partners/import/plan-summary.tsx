import { formatCount } from '#client/lib/format.ts'
import { Alert } from '#client/ui/alert.tsx'
import { maxShownChanges } from '#contract/limits.ts'
import type { PartnerImportPlan } from '#contract/partners/import.ts'

const quoted = (names: string[]) => names.map((name) => `“${name}”`).join(', ')

/** Formats how many users get a profile: how many are new, and how many exist already. */
export const usersLabel = (rows: readonly Pick<PartnerImportPlan['rows'][number], 'outcome'>[]): string => {
  const added = rows.filter(({ outcome }) => outcome === 'new_user').length
  const existing = rows.filter(({ outcome }) => outcome === 'existing_user').length
  return [added > 0 && formatCount(added, 'new user'), existing > 0 && formatCount(existing, 'existing user')]
    .filter(Boolean)
    .join(' and ')
}

/** Formats how many partners an import has added and changed. */
export const importedLabel = ({ partners, changed }: { partners: number; changed: number }): string => {
  if (changed === 0) return `${formatCount(partners, 'partner')} imported`
  const label = `${formatCount(changed, 'partner')} changed`
  return partners === 0 ? label : `${formatCount(partners, 'partner')} imported, ${label}`
}

/** Says how many partners a file changes. */
const changesLabel = ({ changed, changedValues }: PartnerImportPlan): string =>
  `${formatCount(changedValues, 'value')} of ${formatCount(changed, 'partner')} ${
    changedValues === 1 ? 'changes' : 'change'
  }. Empty cells change nothing. No email is sent.`

/** Says how many tasks will be open for the partners of a file, and who is emailed. */
export const consequences = ({ added, openTasks, emailed }: PartnerImportPlan): string => {
  const waiting =
    openTasks === 0 ? 'with no open tasks' : `with ${formatCount(openTasks, 'open task')} in total`
  const emails =
    emailed === 0
      ? 'No email is sent'
      : `${formatCount(emailed, 'partner')} who already ${emailed === 1 ? 'uses' : 'use'} the portal ${
          emailed === 1 ? 'is' : 'are'
        } emailed about these; the others are not`
  return `${formatCount(added, 'partner')} ${waiting}. ${emails}.`
}

/** Summarizes in numbers what an import would do, and what it would leave out. */
export function PlanSummary({ plan }: { plan: PartnerImportPlan }) {
  const { rows, added, changed, groups } = plan
  const newGroups = groups.filter(({ isNew }) => isNew)
  return (
    <>
      {added > 0 && (
        <div className="grid gap-1">
          <p>{consequences(plan)}</p>
          <p className="text-13 text-muted">{`${usersLabel(rows)}. New users are not invited yet. You can select and invite them in the table that follows.`}</p>
        </div>
      )}
      {changed > 0 && (
        <div className="grid gap-1">
          <p>{changesLabel(plan)}</p>
          {changed > maxShownChanges && (
            <p className="text-13 text-muted">{`The changes of the first ${maxShownChanges} partners are listed.`}</p>
          )}
        </div>
      )}
      {newGroups.length > 0 && (
        <Alert
          tone="caution"
          title={newGroups.length === 1 ? '1 group is new' : `${newGroups.length} groups are new`}
        >
          <p className="wrap-anywhere">
            {`${newGroups
              .map(({ name, partners }) => `${quoted([name])} (${formatCount(partners, 'partner')})`)
              .join(', ')}. Check the spelling: nothing is shared with a new group yet.`}
          </p>
        </Alert>
      )}
    </>
  )
}
