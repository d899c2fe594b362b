import type { Database, Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { createFirstLink } from '#server/features/sign-in/actions.ts'
import { getUserByEmail, upsertAdmin } from '#server/features/sign-in/data.ts'
import { userCreated } from '#server/features/users/events.ts'
import { deleteSessions, lockUser, publishSessionChange } from '#server/sessions/data.ts'
import { StartError } from '#server/start-error.ts'
import { adminGranted, passkeysReset } from '../events.ts'
import { deletePasskeysOf } from '../passkeys/data.ts'
import { deleteRecoveryCodes } from '../recovery-codes/data.ts'

/** The actor of commands in the audit log: whoever has access to the machine and its settings. */
const operator: Actor = {
  id: '00000000-0000-0000-0000-000000000000',
  email: 'npm run portal',
  firstName: 'Command',
  lastName: 'line',
  role: 'admin',
}

const requireUser = async (db: Executor, email: string) => {
  const user = await getUserByEmail(db, email)
  if (!user || user.disabledAt) throw new StartError(`There is no enabled account of ${email}.`)
  return user
}

/**
 * Creates a link that signs in the user with this email address. It works once, within an hour, in any browser.
 * @returns the path of the link on the portal
 * @throws StartError when there is no such account, or it is disabled
 */
export const createOperatorLink = (db: Database, email: string) =>
  db.transaction(async (tx) => createFirstLink(tx, (await requireUser(tx, email)).email))

/** Makes the user with this email address an enabled admin. Creates the account if there is none. */
export const grantAdmin = (db: Database, email: string) =>
  db.transaction(async (tx) => {
    const before = await getUserByEmail(tx, email)
    await upsertAdmin(tx, email)
    const user = await requireUser(tx, email)
    await record(tx, before ? adminGranted : userCreated, operator, {
      user,
      before: before && { role: before.role, disabledAt: before.disabledAt },
      after: { role: 'admin', disabledAt: null },
    })
  })

/**
 * Removes the passkeys and recovery codes of a user who has lost them, and ends their sessions.
 * @throws StartError when there is no such account, or it is disabled
 */
export const resetAccess = (db: Database, email: string) =>
  db.transaction(async (tx) => {
    const user = await requireUser(tx, email)
    await lockUser(tx, user.id)
    await deletePasskeysOf(tx, user.id)
    await deleteRecoveryCodes(tx, user.id)
    await deleteSessions(tx, { userId: user.id })
    await publishSessionChange(tx, user.id)
    await record(tx, passkeysReset, operator, { user })
  })
