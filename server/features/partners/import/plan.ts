import { comparedText } from '#contract/compared-text.ts'
import { maxShownChanges } from '#contract/limits.ts'
import type { PartnerImportPlan } from '#contract/partners/import.ts'
import type { Executor } from '#server/db/client.ts'
import { findGroups } from '#server/features/audience/groups/data.ts'
import { countTasksForJoiners } from '#server/features/audience/membership/data.ts'
import { pick } from '#server/pick.ts'
import { type CheckedRow, checkRows, fingerprintOf } from './check.ts'
import type { PartnerFile } from './csv-file.ts'

/** The group that the partner of a good row will be in: the group of the existing user, otherwise the group in the file. */
const groupOf = ({ partner, user }: CheckedRow) =>
  user ? user.partnerGroup : (partner?.partnerGroup ?? null)

/** Returns what an import of a file would do, and stores nothing. */
export const planImport = async (
  db: Executor,
  { heading, columns, rows }: PartnerFile,
): Promise<PartnerImportPlan> => {
  const checked = await checkRows(db, rows)
  const added = checked.filter(({ partner }) => partner !== null)
  const changed = checked.filter(({ change }) => change !== null)
  const shown = new Set(changed.slice(0, maxShownChanges))
  const byGroup = Map.groupBy(added, groupOf)
  const names = [...byGroup.keys()].filter((name) => name !== null)
  const stored = await findGroups(db, names)
  const tasks = await countTasksForJoiners(db, [...byGroup.keys()])
  const tasksOf = (row: CheckedRow) => tasks.get(groupOf(row)) ?? 0
  return {
    rows: checked.map((row) => ({
      ...row.report,
      changes: row.change && shown.has(row) ? pick(row.change, 'before', 'after') : null,
    })),
    added: added.length,
    changed: changed.length,
    unchanged: checked.filter(({ report }) => report.outcome === 'unchanged').length,
    refused: checked.filter(({ report }) => report.outcome === 'refused').length,
    changedValues: changed.reduce((total, { change }) => total + Object.keys(change?.after ?? {}).length, 0),
    heading,
    columns,
    groups: names
      .toSorted((one, other) => one.localeCompare(other, 'en'))
      .map((name) => ({
        name,
        partners: byGroup.get(name)?.length ?? 0,
        isNew: !stored.has(comparedText(name)),
      })),
    openTasks: added.reduce((total, row) => total + tasksOf(row), 0),
    emailed: added.filter((row) => row.user && !row.user.isUninvited && tasksOf(row) > 0).length,
    fingerprint: await fingerprintOf(checked),
  }
}
