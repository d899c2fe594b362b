import { comparedText } from '#contract/compared-text.ts'
import type { PartnerImportPlan } from '#contract/partners/import.ts'
import type { Executor } from '#server/db/client.ts'
import { findGroups } from '#server/features/audience/groups/data.ts'
import { countTasksForJoiners } from '#server/features/audience/membership/data.ts'
import { type CheckedRow, checkRows } from './check.ts'
import type { PartnerFile } from './csv-file.ts'

/** The group that the partner of a good row will be in: the group of the existing user, otherwise the group in the file. */
const groupOf = ({ partner, user }: CheckedRow) =>
  user ? user.partnerGroup : (partner?.partnerGroup ?? null)

/** Returns what an import of a file would do, and stores nothing. */
export const planImport = async (
  db: Executor,
  { heading, unknownColumns, rows }: PartnerFile,
): Promise<PartnerImportPlan> => {
  const checked = await checkRows(db, rows)
  const good = checked.filter(({ partner }) => partner !== null)
  const byGroup = Map.groupBy(good, groupOf)
  const names = [...byGroup.keys()].filter((name) => name !== null)
  const stored = await findGroups(db, names)
  const tasks = await countTasksForJoiners(db, [...byGroup.keys()])
  const tasksOf = (row: CheckedRow) => tasks.get(groupOf(row)) ?? 0
  return {
    rows: checked.map(({ report }) => report),
    good: good.length,
    refused: checked.length - good.length,
    heading,
    unknownColumns,
    groups: names
      .toSorted((one, other) => one.localeCompare(other, 'en'))
      .map((name) => ({
        name,
        partners: byGroup.get(name)?.length ?? 0,
        isNew: !stored.has(comparedText(name)),
      })),
    openTasks: good.reduce((total, row) => total + tasksOf(row), 0),
    emailed: good.filter((row) => row.user && !row.user.isUninvited && tasksOf(row) > 0).length,
  }
}
