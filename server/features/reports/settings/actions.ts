import type { ReportSettings } from '#contract/reports.ts'
import { requireZone } from '#server/db/time-zones.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/domain-events/record.ts'
import { changedFields } from '#server/features/audit-log/changed-fields.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { reportSettingsChanged } from '../events.ts'
import { lockReportSettings, saveReportSettings } from './data.ts'

/** @throws AppError `conflict` when the settings were changed meanwhile; `bad_request` for a zone that the database does not know */
export const setReportSettings = (
  { db }: Pick<Deps, 'db'>,
  user: SignedInUser,
  { updatedAt: expectedUpdatedAt, ...settings }: ReportSettings & { updatedAt?: Date | undefined },
) =>
  db.transaction(async (tx) => {
    await requireZone(tx, 'timeZone', settings.timeZone)
    const former = await lockReportSettings(tx)
    // Nobody has seen a time before the first change.
    requireUnchanged({ updatedAt: former.updatedAt ?? new Date(0) }, expectedUpdatedAt)
    const changes = changedFields(former, settings)
    if (!changes) return former
    const saved = await saveReportSettings(tx, settings)
    await record(tx, reportSettingsChanged, user, changes)
    return saved
  })
