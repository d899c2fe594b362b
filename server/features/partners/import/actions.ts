import { randomUUID } from 'node:crypto'
import type { Database, Executor } from '#server/db/client.ts'
import { refreshAllPartnerFacts } from '#server/db/partner-facts.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import type { Fields } from '#server/domain-events/event.ts'
import { record } from '#server/domain-events/record.ts'
import { followMembership } from '#server/features/audience/membership/actions.ts'
import { setManager } from '#server/features/audience/membership/managers/data.ts'
import { filledFields } from '#server/features/audit-log/changed-fields.ts'
import { lockTeamMemberForShare } from '#server/features/chat/inbox/data.ts'
import { userCreated } from '#server/features/users/events.ts'
import { AppError } from '#server/http/app-error.ts'
import {
  importEnded,
  managerImported,
  partnerChanged,
  type partnerCreated,
  partnerImported,
} from '../events.ts'
import { createOpenDocuments } from '../onboarding/data.ts'
import { type CheckedRow, checkRows, fingerprintOf } from './check.ts'
import type { PartnerFile } from './csv-file.ts'
import { changeProfiles, createProfiles, createUsers, getAddedAt, rememberHeadings } from './data.ts'
import { wrongFile } from './wrong-file.ts'

// Each row has about forty parameters: building a larger statement would block other requests.
const rowsAtOnce = 100

// With the problems of more rows, the error response could have a million fields. The check of a file names the problems of all rows.
const maxNamedRows = 500

export type NewRow = CheckedRow & { partner: NonNullable<CheckedRow['partner']> }
type Change = NonNullable<CheckedRow['change']>
type Changed = CheckedRow & { change: Change }

interface ImportOptions {
  /** What an import leaves out instead of refusing the file. */
  skipRefused?: boolean
  skipUnknownColumns?: boolean
  /** The fingerprint of the planned results that the user has seen. */
  fingerprint?: string | undefined
}

/** An import in the audit log, where what happened to each row refers to its id. */
export interface Recorded {
  tx: Executor
  actor: Actor
  importId?: string
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
  const added = inOneOrder(checked.filter((row): row is NewRow => row.partner !== null))
  const changes = checked.filter((row): row is Changed => row.change !== null)
  const refused = checked.filter(({ report }) => report.outcome === 'refused').length
  if (refused > 0 && (!skipRefused || refused === checked.length)) throw refusal(checked)
  const partners = added.length
  const changed = changes.length
  let users = 0
  const addedAt = await db.transaction(async (tx) => {
    const recorded = { tx, actor, importId: randomUUID() }
    for (const each of chunks(added)) users += (await createPartners(recorded, each)).users
    // Imports at the same time lock the partners in the same order.
    const sorted = changes.toSorted((one, other) =>
      one.change.partner.id < other.change.partner.id ? -1 : 1,
    )
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

const signInEmailOf = ({ partner: { userEmail, email } }: NewRow) => (userEmail ?? email).toLowerCase()

/** Sorts new partners by email, since adding the same ones in different orders at the same time would deadlock. */
export const inOneOrder = (rows: NewRow[]) =>
  rows.toSorted((one, other) => (signInEmailOf(one) < signInEmailOf(other) ? -1 : 1))

export const chunks = <Row>(rows: Row[]) =>
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

/**
 * Creates the partners of some checked rows, and users for those who have none. Returns the profiles in the order of the rows, and how many
 * users are new. @throws AppError `conflict` when one of the partners was added in the meantime
 */
export const createPartners = async (
  recorded: Recorded,
  rows: NewRow[],
  event: typeof partnerImported | typeof partnerCreated = partnerImported,
) => {
  const { tx, actor, importId } = recorded
  const ids = await storeUsers(recorded, rows)
  const forms = new Map(
    rows.map(({ partner, user }) => {
      const { partnerGroup: _group, userEmail: _email, managerEmail: _manager, ...form } = partner
      const userId = user?.id ?? storedId(ids, partner.userEmail ?? partner.email)
      return [userId, { ...form, userId }]
    }),
  )
  const created = await createProfiles(tx, [...forms.values()])
  if (created.length < rows.length) throw changedMeanwhile()
  const byUser = new Map(created.map((profile) => [profile.userId, profile]))
  const profiles = [...forms.keys()].flatMap((userId) => byUser.get(userId) ?? [])
  const partnerIds = profiles.map(({ id }) => id)
  await createOpenDocuments(tx, ...partnerIds)
  // Partners without a manager get that of their group, so the named ones come first.
  const managed = partnerIds.map((id, index) => ({ id, managerId: rows[index]?.managerId ?? null }))
  await giveManagers(tx, managed)
  const recordedProfiles = profiles.map((partner) => ({
    partner,
    after: filledFields(forms.get(partner.userId) ?? {}),
    importId,
  }))
  await record(tx, event, actor, ...recordedProfiles)
  await followMembership(tx, actor.id, partnerIds)
  return { profiles, users: ids.size }
}

/** Sets the managers of partners. @throws AppError `conflict` when one of them is no longer on the team */
const giveManagers = async (tx: Executor, managed: { id: string; managerId: string | null }[]) => {
  for (const [managerId, partners] of Map.groupBy(managed, (each) => each.managerId)) {
    if (managerId === null) continue
    if (!(await lockTeamMemberForShare(tx, managerId))) throw changedMeanwhile()
    const ids = partners.map(({ id }) => id)
    await setManager(tx, ids, managerId)
  }
}

const isManager = (name: string) => name === 'managerEmail'

const change = async ({ tx, actor, importId }: Recorded, rows: Changed[]) => {
  const changes = rows.map((row) => row.change)
  if ((await changeProfiles(tx, changes)) < rows.length) throw changedMeanwhile()
  const managed = rows.filter(({ change: { after } }) => Object.keys(after).some(isManager))
  await giveManagers(
    tx,
    managed.map(({ change: { partner }, managerId }) => ({ id: partner.id, managerId })),
  )
  await record(
    tx,
    managerImported,
    actor,
    ...managed.map((row) => ({ ...partOf(row.change, isManager), importId })),
  )
  // Partners read which fields of their profile have changed. The manager is none of them.
  const edited = changes.map((each) => partOf(each, (name) => !isManager(name)))
  const profiles = edited.filter(({ after }) => Object.keys(after).length > 0)
  await record(tx, partnerChanged, actor, ...profiles.map((each) => ({ ...each, importId })))
}

/** Returns a change with some of its fields. */
const partOf = ({ partner, before, after }: Change, isIncluded: (name: string) => boolean): Change => {
  const some = (fields: Fields) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => isIncluded(name)))
  return { partner, before: some(before), after: some(after) }
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
