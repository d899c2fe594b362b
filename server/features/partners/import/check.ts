import { ImportedPartner, type ImportedRow } from '#contract/partners/import.ts'
import type { Executor } from '#server/db/client.ts'
import { createPauses } from '#server/http/pauses.ts'
import type { FileRow } from './csv-file.ts'
import { findUsers } from './data.ts'

type KnownUser = NonNullable<ReturnType<Awaited<ReturnType<typeof findUsers>>['get']>>

export interface CheckedRow {
  report: ImportedRow
  /** Null when it is refused. */
  partner: ImportedPartner | null
  /** The user who gets the profile, where they exist already. */
  user: KnownUser | null
}

// The emails of one query: its rows arrive together.
const emailsAtOnce = 1000

/** The planned result of each row. */
export const checkRows = async (db: Executor, rows: FileRow[]): Promise<CheckedRow[]> => {
  const known = await findKnownUsers(db, rows)
  const pause = createPauses()
  const firstRow = new Map<string, number>()
  const checked: CheckedRow[] = []
  for (const row of rows) {
    await pause()
    checked.push(checkRow(row, known, firstRow))
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

/** The column of the sign-in email, where it differs from the partner's own. */
const columnOfUser = ({ cells }: FileRow) => ((cells.userEmail ?? '').trim() ? 'userEmail' : 'email')

/** The email of a user as it is compared. */
const keyOf = (row: FileRow) => (row.cells[columnOfUser(row)] ?? '').trim().toLowerCase()

const checkRow = (
  fileRow: FileRow,
  known: Map<string, KnownUser>,
  firstRow: Map<string, number>,
): CheckedRow => {
  const { row, cells, problem } = fileRow
  const result = ImportedPartner.safeParse(cells)
  const [key, column] = [keyOf(fileRow), columnOfUser(fileRow)]
  const user = known.get(key) ?? null
  const problems = [
    ...(problem ? [{ field: 'row', message: problem }] : []),
    ...(result.error?.issues ?? []).map(({ path, message }) => ({ field: path.join('.'), message })),
    ...problemsOfUser(user, column, result.data),
  ]
  const first = firstRow.get(key)
  if (key && first !== undefined) {
    problems.push({ field: column, message: `Row ${first} has the same email.` })
  } else firstRow.set(key, row)
  const isGood = problems.length === 0 && result.success
  return {
    report: {
      row,
      outcome: isGood ? (user ? 'existing_user' : 'new_user') : 'refused',
      fullName: cells.fullName ?? '',
      businessName: cells.businessName ?? '',
      email: cells.email ?? '',
      problems,
    },
    partner: isGood ? result.data : null,
    user,
  }
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
