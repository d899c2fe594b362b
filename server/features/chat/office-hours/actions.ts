import type { OfficeHours } from '#contract/chat/office-hours.ts'
import type { Deps } from '#server/deps.ts'
import { changedFields } from '#server/features/audit-log/changed-fields.ts'
import { recordAuditEvent } from '#server/features/audit-log/record.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { lockOfficeHours, saveOfficeHours } from './data.ts'

const nothing = { timeZone: null, week: null, holidays: null }

/** @throws AppError `conflict` when someone else has changed them since */
export const setOfficeHours = (
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  user: SignedInUser,
  { hours, updatedAt: seen }: { hours: OfficeHours | null; updatedAt?: Date | undefined },
) =>
  db.transaction(async (tx) => {
    const former = await lockOfficeHours(tx)
    if (former) requireUnchanged(former, seen)
    const before = former ? former.hours : settings.officeHours
    const changes = changedFields(before ?? nothing, hours ?? nothing)
    // Saved even when nothing changes: from now on the setting says nothing any more.
    if (former && !changes) return former
    const saved = await saveOfficeHours(tx, hours)
    const subject = { id: null, name: 'Office hours' }
    await recordAuditEvent(tx, user, { action: 'office_hours.changed', subject, ...changes })
    return saved
  })
