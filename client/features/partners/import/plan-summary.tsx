import { formatCount } from '#client/lib/format.ts'
import { Alert } from '#client/ui/alert.tsx'
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

/** Says how many tasks will be open for the partners of a file, and who is emailed. */
export const consequences = ({ good, openTasks, emailed }: PartnerImportPlan): string => {
  const waiting =
    openTasks === 0 ? 'with no open tasks' : `with ${formatCount(openTasks, 'open task')} in total`
  const emails =
    emailed === 0
      ? 'No email is sent'
      : `${formatCount(emailed, 'partner')} who already ${emailed === 1 ? 'uses' : 'use'} the portal ${
          emailed === 1 ? 'is' : 'are'
        } emailed about these; the others are not`
  return `${formatCount(good, 'partner')} ${waiting}. ${emails}.`
}

/** Summarizes in numbers what an import would do, and what it would leave out. */
export function PlanSummary({ plan }: { plan: PartnerImportPlan }) {
  const { rows, good, groups, unknownColumns } = plan
  const newGroups = groups.filter(({ isNew }) => isNew)
  return (
    <>
      {good > 0 && (
        <div className="grid gap-1">
          <p>{consequences(plan)}</p>
          <p className="text-13 text-muted">{`${usersLabel(rows)}. Invite new users from User Management.`}</p>
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
      {unknownColumns.length > 0 && (
        <Alert
          tone="caution"
          title={
            unknownColumns.length === 1
              ? '1 column is left out'
              : `${unknownColumns.length} columns are left out`
          }
        >
          <p className="wrap-anywhere">
            {`The portal doesn't recognize ${quoted(unknownColumns)}. To import a column, use a heading from the template.`}
          </p>
        </Alert>
      )}
    </>
  )
}
