import { randomUUID } from 'node:crypto'
import type { Database, Executor } from '#server/db/client.ts'
import { refreshAllPartnerFacts } from '#server/db/partner-facts.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { followMembership } from '#server/features/audience/membership/actions.ts'
import { filledFields } from '#server/features/audit-log/changed-fields.ts'
import { userCreated } from '#server/features/users/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { importEnded, partnerChanged, partnerImported } from '../events.ts'
import { createOpenDocuments } from '../onboarding/data.ts'
import { type CheckedRow, checkRows, fingerprintOf } from './check.ts'
import type { PartnerFile } from './csv-file.ts'
import { changeProfiles, createProfiles, createUsers, getAddedAt, rememberHeadings } from './data.ts'
import { wrongFile } from './wrong-file.ts'

// Each row has about forty parameters: building a larger statement would block other requests.
const rowsAtOnce = 100

// With the problems of more rows, the error response could have a million fields. The check of a file names the problems of all rows.
const maxNamedRows = 500

type NewRow = CheckedRow & { partner: NonNullable<CheckedRow['partner']> }
type Change = NonNullable<CheckedRow['change']>

interface ImportOptions {
  /** What an import leaves out instead of refusing the file. */
  skipRefused?: boolean
  skipUnknownColumns?: boolean
  /** The fingerprint of the planned results that the user has seen. */
  fingerprint?: string | undefined
}

/** An import in the audit log, where what happened to each row refers to its id. */
interface Recorded {
  tx: Executor
  actor: Actor
  importId: string
}

/**
 * Creates the partners of a file, and a user for each where none exists, and changes the partners that exist. Imports all good rows or none,
 * and is one event in the audit log. The new users are not emailed: inviting them is a separate action.
 * @throws AppError `bad_request` that names the refused rows, at most 500, or the unknown columns, unless these are skipped; `conflict`
 * when the results would differ from those that the user has seen, or one of the partners is created or changed at the same time
 */
export const importPartners = async (
  db: Database,
  actor: Actor,
  { name, rows, unknownColumns, decisions }: PartnerFile,
  { skipRefused = false, skipUnknownColumns = false, fingerprint }: ImportOptions = {},
) => {
  const [unknown] = unknownColumns
  if (unknown !== undefined && !skipUnknownColumns) throw wrongFile(`Unknown column "${unknown}".`)
  const checked = await checkRows(db, rows)
  if (fingerprint && fingerprint !== (await fingerprintOf(checked))) throw changedMeanwhile()
  const added = checked.filter((row): row is NewRow => row.partner !== null)
  const changes = checked.flatMap(({ change }) => change ?? [])
  const refused = checked.filter(({ report }) => report.outcome === 'refused').length
  if (refused > 0 && (!skipRefused || refused === checked.length)) throw refusal(checked)
  const partners = added.length
  const changed = changes.length
  let users = 0
  const addedAt = await db.transaction(async (tx) => {
    const recorded = { tx, actor, importId: randomUUID() }
    for (const each of chunks(added)) users += await create(recorded, each)
    // Imports at the same time lock the partners in the same order.
    const sorted = changes.toSorted((one, other) => (one.partner.id < other.partner.id ? -1 : 1))
    for (const each of chunks(sorted)) await change(recorded, each)
    await rememberHeadings(tx, decisions)
    if (partners + changed === 0) return getAddedAt(tx)
    const file = { id: recorded.importId, name }
    const after = {
      partnersAdded: partners,
      usersAdded: users,
      partnersChanged: changed,
      rowsLeftOut: refused,
    }
    await record(tx, importEnded, actor, { file, after })
    return getAddedAt(tx)
  })
  // The reader of the table, who comes next, need not wait for thousands of partners.
  await refreshAllPartnerFacts(db)
  return { partners, users, changed, refused, addedAt }
}

const chunks = <Row>(rows: Row[]) =>
  Array.from({ length: Math.ceil(rows.length / rowsAtOnce) }, (_, index) =>
    rows.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce),
  )

const refusal = (checked: CheckedRow[]) => {
  const refused = checked.filter(({ report }) => report.outcome === 'refused')
  const fields = Object.fromEntries(
    refused
      .slice(0, maxNamedRows)
      .flatMap(({ report: { row, problems } }) =>
        problems.map(({ field, message }) => [`rows.${row}.${field}`, message]),
      ),
  )
  const message = `${refused.length} of ${checked.length} rows cannot be imported. Nothing was saved.`
  return new AppError('bad_request', message, { fields })
}

/** Creates the partners of some rows, and returns the number of new users. */
const create = async (recorded: Recorded, rows: NewRow[]) => {
  const { tx, actor, importId } = recorded
  const ids = await storeUsers(recorded, rows)
  const forms = new Map(
    rows.map(({ partner, user }) => {
      const { partnerGroup: _group, userEmail: _email, ...form } = partner
      const userId = user?.id ?? storedId(ids, partner.userEmail ?? partner.email)
      return [userId, { ...form, userId }]
    }),
  )
  const profiles = await createProfiles(tx, [...forms.values()])
  if (profiles.length < rows.length) throw changedMeanwhile()
  const partnerIds = profiles.map(({ id }) => id)
  await createOpenDocuments(tx, ...partnerIds)
  const imported = profiles.map((partner) => ({
    partner,
    after: filledFields(forms.get(partner.userId) ?? {}),
    importId,
  }))
  await record(tx, partnerImported, actor, ...imported)
  await followMembership(tx, actor.id, partnerIds)
  return ids.size
}

const change = async ({ tx, actor, importId }: Recorded, changes: Change[]) => {
  if ((await changeProfiles(tx, changes)) < changes.length) throw changedMeanwhile()
  await record(tx, partnerChanged, actor, ...changes.map((each) => ({ ...each, importId })))
}

const storeUsers = async ({ tx, actor, importId }: Recorded, rows: NewRow[]) => {
  const users = rows.filter(({ user }) => !user).map(userOf)
  if (users.length === 0) return new Map<string, string>()
  const ids = await createUsers(tx, users)
  if (ids.size < users.length) throw changedMeanwhile()
  const created = users.map((user) => ({
    user: { ...user, id: storedId(ids, user.email) },
    after: filledFields(user),
    importId,
  }))
  await record(tx, userCreated, actor, ...created)
  return ids
}

const storedId = (ids: Map<string, string>, email: string) => {
  const id = ids.get(email.toLowerCase())
  if (!id) throw new Error('a user who was stored is missing')
  return id
}

const userOf = ({ partner, isNamedAfterBusiness }: NewRow) => {
  const { fullName, email, userEmail, partnerGroup } = partner
  const space = fullName.lastIndexOf(' ')
  const [firstName, lastName] =
    space === -1 ? [fullName, null] : [fullName.slice(0, space), fullName.slice(space + 1)]
  const names = isNamedAfterBusiness ? { firstName: null, lastName: null } : { firstName, lastName }
  return { ...names, email: userEmail ?? email, partnerGroup }
}

const changedMeanwhile = () =>
  new AppError(
    'conflict',
    'One of these partners was added or changed in the meantime. Check the file again.',
  )
