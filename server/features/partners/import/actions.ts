import type { Database, Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { followMembership } from '#server/features/audience/membership/actions.ts'
import { filledFields } from '#server/features/audit-log/changed-fields.ts'
import { userCreated } from '#server/features/users/events.ts'
import { AppError } from '#server/http/app-error.ts'
import { partnerImported } from '../events.ts'
import { createOpenDocuments } from '../onboarding/data.ts'
import { type CheckedRow, checkRows } from './check.ts'
import type { PartnerFile } from './csv-file.ts'
import { createProfiles, createUsers, getAddedAt } from './data.ts'
import { wrongFile } from './wrong-file.ts'

// Each row has about forty parameters: building a larger statement would block other requests.
const rowsAtOnce = 100

// With the problems of more rows, the error response could have a million fields. The check of a file names the problems of all rows.
const maxNamedRows = 500

type GoodRow = CheckedRow & { partner: NonNullable<CheckedRow['partner']> }

/** What an import leaves out instead of refusing the file. */
interface Skipped {
  skipRefused?: boolean
  skipUnknownColumns?: boolean
}

/**
 * Creates the partners of a file, and a user for each where none exists. Imports all good rows or none. The new users are not emailed:
 * inviting them is a separate action.
 * @throws AppError `bad_request` that names the refused rows, at most 500, or the unknown columns, unless these are skipped; `conflict`
 * when another import creates one of the partners at the same time
 */
export const importPartners = async (
  db: Database,
  actor: Actor,
  { rows, unknownColumns }: PartnerFile,
  { skipRefused = false, skipUnknownColumns = false }: Skipped = {},
) => {
  const [unknown] = unknownColumns
  if (unknown !== undefined && !skipUnknownColumns) throw wrongFile(`Unknown column "${unknown}".`)
  const checked = await checkRows(db, rows)
  const good = checked.filter((row): row is GoodRow => row.partner !== null)
  const refused = checked.length - good.length
  if (refused > 0 && (!skipRefused || good.length === 0)) throw refusal(checked)
  let users = 0
  const addedAt = await db.transaction(async (tx) => {
    for (let start = 0; start < good.length; start += rowsAtOnce) {
      users += await store(tx, actor, good.slice(start, start + rowsAtOnce))
    }
    return getAddedAt(tx)
  })
  return { partners: good.length, users, refused, addedAt }
}

const refusal = (checked: CheckedRow[]) => {
  const refused = checked.filter(({ partner }) => partner === null)
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

/** Stores the partners of some rows, and returns the number of new users. */
const store = async (tx: Executor, actor: Actor, rows: GoodRow[]) => {
  const ids = await storeUsers(tx, actor, rows)
  const forms = new Map(
    rows.map(({ partner, user }) => {
      const { partnerGroup: _group, userEmail: _email, ...form } = partner
      const userId = user?.id ?? storedId(ids, userOf(partner))
      return [userId, { ...form, userId }]
    }),
  )
  const profiles = await createProfiles(tx, [...forms.values()])
  if (profiles.length < rows.length) throw takenMeanwhile()
  const partnerIds = profiles.map(({ id }) => id)
  await createOpenDocuments(tx, ...partnerIds)
  const imported = profiles.map((partner) => ({
    partner,
    after: filledFields(forms.get(partner.userId) ?? {}),
  }))
  await record(tx, partnerImported, actor, ...imported)
  await followMembership(tx, actor.id, partnerIds)
  return ids.size
}

const storeUsers = async (tx: Executor, actor: Actor, rows: GoodRow[]) => {
  const users = rows.filter(({ user }) => !user).map(({ partner }) => userOf(partner))
  if (users.length === 0) return new Map<string, string>()
  const ids = await createUsers(tx, users)
  if (ids.size < users.length) throw takenMeanwhile()
  const created = users.map((user) => ({
    user: { ...user, id: storedId(ids, user) },
    after: filledFields(user),
  }))
  await record(tx, userCreated, actor, ...created)
  return ids
}

const storedId = (ids: Map<string, string>, { email }: { email: string }) => {
  const id = ids.get(email.toLowerCase())
  if (!id) throw new Error('a user who was stored is missing')
  return id
}

const userOf = ({ fullName, email, userEmail, partnerGroup }: GoodRow['partner']) => {
  const space = fullName.lastIndexOf(' ')
  const [firstName, lastName] =
    space === -1 ? [fullName, null] : [fullName.slice(0, space), fullName.slice(space + 1)]
  return { email: userEmail ?? email, firstName, lastName, partnerGroup }
}

const takenMeanwhile = () =>
  new AppError('conflict', 'One of these partners was added in the meantime. Check the file again.')
