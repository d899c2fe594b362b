import { comparedText } from '#contract/compared-text.ts'
import { ImportedPartner, type ImportedRow } from '#contract/partners/import.ts'
import type { Executor } from '#server/db/client.ts'
import { findGroups } from '#server/features/audience/groups/data.ts'
import { createPauses } from '#server/http/pauses.ts'
import { readCells } from './cells.ts'
import type { FileRow } from './csv-file.ts'
import { findUsers } from './data.ts'

type KnownUser = NonNullable<ReturnType<Awaited<ReturnType<typeof findUsers>>['get']>>

export interface CheckedRow {
  report: ImportedRow
  /** The partner to create; null when the row is refused. */
  partner: ImportedPartner | null
  /** The existing user who gets the profile; null when the import creates one. */
  user: KnownUser | null
}

// How many emails one query looks up. It returns all its rows at once.
const emailsAtOnce = 1000

/** Returns the planned result of each row. A group is spelled as it is stored already, or as in the first row that names it. */
export const checkRows = async (db: Executor, rows: FileRow[]): Promise<CheckedRow[]> => {
  const known = await findKnownUsers(db, rows)
  const groups = await findGroups(
    db,
    rows.flatMap(({ values }) => values.partnerGroup?.trim() || []),
  )
  const pause = createPauses()
  const firstRow = new Map<string, number>()
  const checked: CheckedRow[] = []
  for (const row of rows) {
    await pause()
    checked.push(checkRow(row, known, groups, firstRow))
  }
  return checked
}

const findKnownUsers = async (db: Executor, rows: FileRow[]) => {
  const known = new Map<string, KnownUser>()
  for (let start = 0; start < rows.length; start += emailsAtOnce) {
    const keys = rows.slice(start, start + emailsAtOnce).map(keyOf)
    for (const [email, user] of await findUsers(db, keys.filter(Boolean))) known.set(email, user)
  }
  return known
}

/** The column that contains the sign-in email: its own column where that is filled in, otherwise the partner's email. */
const columnOfUser = ({ values }: FileRow) => ((values.userEmail ?? '').trim() ? 'userEmail' : 'email')

/** The sign-in email of a row, trimmed and in lower case, by which users are compared. */
const keyOf = (row: FileRow) => (row.values[columnOfUser(row)] ?? '').trim().toLowerCase()

const checkRow = (
  fileRow: FileRow,
  known: Map<string, KnownUser>,
  groups: Map<string, string>,
  firstRow: Map<string, number>,
): CheckedRow => {
  const { row, cells, problem } = fileRow
  const read = readCells(fileRow.values)
  const unread = new Set(read.problems.map(({ field }) => field))
  const result = ImportedPartner.safeParse(read.values)
  const issues = (result.error?.issues ?? []).map(({ path, message }) => ({ field: path.join('.'), message }))
  if (result.success) result.data.partnerGroup = spellingOf(result.data.partnerGroup, groups)
  const [key, column] = [keyOf(fileRow), columnOfUser(fileRow)]
  const user = known.get(key) ?? null
  const problems = [
    ...(problem ? [{ field: 'row', message: problem }] : []),
    ...read.problems,
    ...issues.filter(({ field }) => !unread.has(field)),
    ...problemsOfUser(user, column, result.data),
  ]
  const first = firstRow.get(key)
  if (key && first !== undefined) {
    problems.push({ field: column, message: `Row ${first} has the same email.` })
  } else firstRow.set(key, row)
  const isGood = problems.length === 0 && result.success
  const shown = fileRow.values
  return {
    report: {
      row,
      outcome: isGood ? (user ? 'existing_user' : 'new_user') : 'refused',
      fullName: shown.fullName ?? '',
      businessName: shown.businessName ?? '',
      email: shown.email ?? '',
      problems,
      cells: isGood ? [] : cells,
    },
    partner: isGood ? result.data : null,
    user,
  }
}

const spellingOf = (group: string | null, groups: Map<string, string>) => {
  if (group === null) return null
  const compared = comparedText(group)
  const name = groups.get(compared) ?? group
  groups.set(compared, name)
  return name
}

const problemsOfUser = (user: KnownUser | null, column: string, partner: ImportedPartner | undefined) => {
  if (!user) return []
  const problem = (field: string, message: string) => [{ field, message }]
  if (user.partnerId) return problem(column, 'This user already has a partner profile.')
  if (user.disabledAt) return problem(column, 'This user is disabled.')
  const group = partner?.partnerGroup ?? null
  if (group !== null && group !== user.partnerGroup) {
    return problem('partnerGroup', 'This user already exists and is not in this group.')
  }
  return []
}
