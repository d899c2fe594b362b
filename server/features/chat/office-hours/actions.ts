import type { OfficeHours } from '#contract/chat/office-hours.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/domain-events/record.ts'
import { changedFields } from '#server/features/audit-log/changed-fields.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { officeHoursChanged } from '../events.ts'
import { lockOfficeHours, saveOfficeHours } from './data.ts'

const noHours = { timeZone: null, week: null, holidays: null }

/** @throws AppError `conflict` when the hours were changed meanwhile */
export const setOfficeHours = (
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  user: SignedInUser,
  { hours, updatedAt: expectedUpdatedAt }: { hours: OfficeHours | null; updatedAt?: Date | undefined },
) =>
  db.transaction(async (tx) => {
    const former = await lockOfficeHours(tx)
    if (former) requireUnchanged(former, expectedUpdatedAt)
    const before = former ? former.hours : settings.officeHours
    const changes = changedFields(before ?? noHours, hours ?? noHours)
    // The first save is stored even without a change, because from then on the server's setting no longer applies.
    if (former && !changes) return former
    const saved = await saveOfficeHours(tx, hours)
    await record(tx, officeHoursChanged, user, changes ?? {})
    return saved
  })
