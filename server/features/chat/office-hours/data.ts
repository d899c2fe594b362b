import type { OfficeHours } from '#contract/chat/office-hours.ts'
import type { Executor } from '#server/db/client.ts'
import { officeHours } from '#server/db/schema/chat.ts'
import type { Deps } from '#server/deps.ts'

const columns = { hours: officeHours.hours, updatedAt: officeHours.updatedAt }

/** Returns the saved office hours, or else those of the server's setting. */
export const getOfficeHours = async ({ db, settings }: { db: Executor; settings: Deps['settings'] }) => {
  const [saved] = await db.select(columns).from(officeHours)
  return saved ?? { hours: settings.officeHours, updatedAt: null }
}

/** Returns the saved office hours, locked until the transaction ends; undefined before the first save. */
export const lockOfficeHours = async (db: Executor) => {
  const [saved] = await db.select(columns).from(officeHours).for('update')
  return saved
}

export const saveOfficeHours = async (db: Executor, hours: OfficeHours | null) => {
  const updatedAt = new Date()
  const [saved] = await db
    .insert(officeHours)
    .values({ hours, updatedAt })
    .onConflictDoUpdate({ target: officeHours.id, set: { hours, updatedAt } })
    .returning(columns)
  if (!saved) throw new Error('the office hours just saved did not come back')
  return saved
}
