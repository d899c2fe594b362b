import { createHash } from 'node:crypto'
import { comparedText } from '#contract/compared-text.ts'
import { isId } from '#contract/ids.ts'
import { ImportedPartner, type ImportedRow } from '#contract/partners/import.ts'
import type { Executor } from '#server/db/client.ts'
import { findGroups } from '#server/features/audience/groups/data.ts'
import { changedFields } from '#server/features/audit-log/changed-fields.ts'
import { createPauses } from '#server/http/pauses.ts'
import { readCells } from './cells.ts'
import type { FileRow } from './csv-file.ts'
import { findPartners, findUsers, listTeam } from './data.ts'
import { namedManager, type Team, teamByName } from './named-manager.ts'

type Found<Find extends (...args: never[]) => Promise<Map<string, unknown>>> =
  Awaited<ReturnType<Find>> extends Map<string, infer Row> ? Row : never
type KnownUser = Found<typeof findUsers>
type KnownPartner = Found<typeof findPartners>
type Problem = ImportedRow['problems'][number]

export interface CheckedRow {
  report: Omit<ImportedRow, 'changes'>
  /** The partner to create; null for all other rows. */
  partner: ImportedPartner | null
  /** The existing user who gets the profile; null when the import creates one. */
  user: KnownUser | null
  /** Whether a row without the name of a person has that of a business in its place. */
  isNamedAfterBusiness: boolean
  /** The partner manager that a new partner gets, or a changed one gets instead; null if the row names none. */
  managerId: string | null
  /** The partner to change, and the fields that change; null for all other rows. */
  change: { partner: KnownPartner; before: Record<string, unknown>; after: Record<string, unknown> } | null
}

interface Known {
  users: Map<string, KnownUser>
  partners: Map<string, KnownPartner>
  groups: Map<string, string>
  team: Team
  /** The first row of each user and partner. */
  firstRow: Map<string, number>
}

// How many emails or ids one query looks up. It returns all its rows at once.
const keysAtOnce = 1000

/** Returns the planned result of each row. A group is spelled as it is stored already, or as in the first row that names it. */
export const checkRows = async (db: Executor, rows: FileRow[]): Promise<CheckedRow[]> => {
  const users = await findAll(await mapInTurns(rows, emailOf), (keys) => findUsers(db, keys))
  const partnerIds = await mapInTurns(rows, (row) => partnerIdOf(row, users) ?? '')
  const partners = await findAll(partnerIds.filter(isId), (keys) => findPartners(db, keys))
  const groups = await findGroups(
    db,
    rows.flatMap(({ values }) => values.partnerGroup?.trim() || []),
  )
  const team = teamByName(await listTeam(db))
  const known = { users, partners, groups, team, firstRow: new Map<string, number>() }
  return mapInTurns(rows, (row) => checkRow(row, known))
}

/** Does the same with each row, and lets other requests run in between. */
const mapInTurns = async <Row, Result>(rows: Row[], work: (row: Row) => Result) => {
  const pause = createPauses()
  const results: Result[] = []
  for (const row of rows) {
    await pause()
    results.push(work(row))
  }
  return results
}

const findAll = async <Row>(keys: string[], find: (keys: string[]) => Promise<Map<string, Row>>) => {
  const found = new Map<string, Row>()
  const wanted = [...new Set(keys.filter(Boolean))]
  for (let start = 0; start < wanted.length; start += keysAtOnce) {
    for (const [key, row] of await find(wanted.slice(start, start + keysAtOnce))) found.set(key, row)
  }
  return found
}

/** The column that contains the sign-in email: its own column where that is filled in, otherwise the partner's email. */
const columnOfUser = ({ values }: FileRow) => ((values.userEmail ?? '').trim() ? 'userEmail' : 'email')

/** The sign-in email of a row, in lower case, by which users are compared. */
const emailOf = (row: FileRow) => {
  const column = columnOfUser(row)
  return (readCells({ [column]: row.values[column] ?? '' }).values[column] ?? '').toLowerCase()
}

/** The id of the partner that a row changes: its own, or that of the partner whose owner signs in with the email; null for a new partner. */
const partnerIdOf = (row: FileRow, users: Known['users']) =>
  (row.values.partnerId ?? '').trim().toLowerCase() || users.get(emailOf(row))?.partnerId || null

const noSuchPartner = {
  problems: [
    { field: 'partnerId', message: 'No partner has this ID. Leave the cell empty to add the partner.' },
  ],
}

const checkRow = (fileRow: FileRow, known: Known): CheckedRow => {
  const { row, cells, problem, values } = fileRow
  const partnerId = partnerIdOf(fileRow, known.users)
  const partner = partnerId === null ? undefined : known.partners.get(partnerId)
  const checked = partner
    ? checkChange(fileRow, partner, known)
    : partnerId === null
      ? checkNew(fileRow, known)
      : noSuchPartner
  const problems = [...(problem ? [{ field: 'row', message: problem }] : []), ...checked.problems]
  const key = partner?.id ?? emailOf(fileRow)
  const first = known.firstRow.get(key)
  if (key && first !== undefined) {
    const message = partner ? `Row ${first} is about the same partner.` : `Row ${first} has the same email.`
    const field = partner && values.partnerId?.trim() ? 'partnerId' : columnOfUser(fileRow)
    problems.push({ field, message })
  } else known.firstRow.set(key, row)
  const isGood = problems.length === 0
  const nothing = { partner: null, user: null, isNamedAfterBusiness: false, managerId: null, change: null }
  const result = { ...nothing, ...(isGood && checked) }
  return {
    ...result,
    report: {
      row,
      outcome: isGood ? outcomeOf(result) : 'refused',
      fullName: values.fullName?.trim() || partner?.fullName || '',
      businessName: values.businessName?.trim() || partner?.businessName || '',
      email: values.email?.trim() || partner?.email || '',
      problems,
      cells: isGood ? [] : cells,
    },
  }
}

const outcomeOf = ({ partner, user, change }: Omit<CheckedRow, 'report'>) => {
  if (partner) return user ? 'existing_user' : 'new_user'
  return change ? 'changed' : 'unchanged'
}

const checkNew = (fileRow: FileRow, { users, groups, team }: Known) => {
  const read = readCells(fileRow.values)
  const { partnerId: _id, ...values } = read.values
  const isNamedAfterBusiness = !values.fullName
  // Each of the two names stands for the other that a sheet does not have, until the partner confirms the profile.
  values.fullName ||= values.businessName ?? ''
  values.businessName ||= values.fullName
  const result = ImportedPartner.safeParse(values)
  const partner = result.success
    ? { ...result.data, partnerGroup: spellingOf(result.data.partnerGroup, groups) }
    : null
  const user = users.get(emailOf(fileRow)) ?? null
  const manager = managerOf(team, partner?.managerEmail)
  const problems = [
    ...problemsOf(read, result.error),
    ...(user ? problemsOfUser(user, columnOfUser(fileRow), partner) : []),
    ...manager.problems,
  ]
  return { problems, partner, user, isNamedAfterBusiness, managerId: manager.found?.id ?? null }
}

/** Returns the member of staff whom a cell names; none for an empty cell. */
const managerOf = (team: Team, cell: string | null | undefined) => {
  const found = cell ? namedManager(team, cell) : null
  return found && 'problem' in found
    ? { found: null, problems: [{ field: 'managerEmail', message: found.problem }] }
    : { found, problems: [] }
}

const ChangedPartner = ImportedPartner.partial()

/**
 * Returns what a row changes of a partner. Empty cells change nothing, and neither do cells that are as in an export, even if the portal
 * would refuse their values today.
 */
const checkChange = ({ values }: FileRow, partner: KnownPartner, { groups, team }: Known) => {
  const stored: Record<string, unknown> = partner
  const changed = Object.entries(values).filter(
    ([name, cell]) => name !== 'partnerId' && cell.trim() !== '' && cell !== stored[name],
  )
  const read = readCells(Object.fromEntries(changed))
  const filled = Object.entries(read.values).filter(([, value]) => value !== '')
  const result = ChangedPartner.safeParse(Object.fromEntries(filled))
  const { userEmail, partnerGroup, ...given } = result.data ?? {}
  const manager = managerOf(team, given.managerEmail)
  const fields = manager.found ? { ...given, managerEmail: manager.found.email } : given
  const next = Object.fromEntries(filled.map(([name]) => [name, fields[name as keyof typeof fields]]))
  const changes = changedFields(partner, next)
  const problems: Problem[] = [...problemsOf(read, result.error), ...manager.problems]
  const refuse = (field: string, message: string) => problems.push({ field, message })
  if (userEmail && userEmail.toLowerCase() !== partner.userEmail.toLowerCase()) {
    refuse('userEmail', `This partner signs in as ${partner.userEmail}. Change that in User Management.`)
  }
  if (partnerGroup && spellingOf(partnerGroup, groups) !== partner.partnerGroup) {
    refuse('partnerGroup', 'The partner is not in this group. Change the group in User Management.')
  }
  if (changes && partner.isErased) refuse('row', 'This partner was erased.')
  return {
    problems,
    managerId: manager.found?.id ?? null,
    change: changes && { partner, before: changes.before ?? {}, after: changes.after ?? {} },
  }
}

/** Returns the problems of cells: those that could not be read, and otherwise those that the schema finds. */
const problemsOf = (
  { problems }: ReturnType<typeof readCells>,
  error: { issues: { path: PropertyKey[]; message: string }[] } | undefined,
): Problem[] => {
  const unread = new Set(problems.map(({ field }) => field))
  const issues = (error?.issues ?? []).map(({ path, message }) => ({ field: path.join('.'), message }))
  return [...problems, ...issues.filter(({ field }) => !unread.has(field))]
}

/** Returns how a group is spelled: as it is stored, or as in the first row that names it. */
const spellingOf = (group: string | null, groups: Map<string, string>) => {
  if (group === null) return null
  const compared = comparedText(group)
  const name = groups.get(compared) ?? group
  groups.set(compared, name)
  return name
}

const problemsOfUser = (user: KnownUser, column: string, partner: ImportedPartner | null): Problem[] => {
  if (user.disabledAt) return [{ field: column, message: 'This user is disabled.' }]
  const group = partner?.partnerGroup ?? null
  if (group === null || group === user.partnerGroup) return []
  return [{ field: 'partnerGroup', message: 'This user already exists and is not in this group.' }]
}

/** Returns a text that is the same for the same planned results. */
export const fingerprintOf = async (checked: CheckedRow[]) => {
  const hash = createHash('sha256')
  await mapInTurns(checked, ({ report, change }) => {
    const { partner, ...changes } = change ?? {}
    hash.update(JSON.stringify([report.row, report.outcome, partner?.id, changes]))
  })
  return hash.digest('base64url')
}
