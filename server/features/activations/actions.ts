import type { z } from 'zod'
import type { CreateActivation, UpdateActivation } from '#contract/activations.ts'
import type { Database } from '#server/db/client.ts'
import { requireZone } from '#server/db/time-zones.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { changedFields, filledFields } from '#server/features/audit-log/changed-fields.ts'
import { requirePartner } from '#server/features/partners/profile/actions.ts'
import { requireResources, withFileTitles } from '#server/features/resources/linked/actions.ts'
import { setLinks } from '#server/features/resources/linked/data.ts'
import { orNotFound, wrongField } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import * as data from './data.ts'
import { activationChanged, activationCreated, activationDeleted } from './events.ts'

/** @throws AppError `bad_request` when the partner or a file does not exist, or the end is not after the start */
export const createActivation = (
  db: Database,
  user: Actor,
  { resourceIds = [], ...form }: z.output<typeof CreateActivation>,
) =>
  db.transaction(async (tx) => {
    requireEndAfterStart(form)
    await requireZone(tx, 'timeZone', form.timeZone)
    await requirePartner(tx, form.partnerId)
    const resources = await requireResources(tx, resourceIds)
    const created = await data.createActivation(tx, { ...form, createdBy: user.id })
    await setLinks(tx, 'activation', created.id, resourceIds)
    const activation = { ...created, resources }
    await record(tx, activationCreated, user, { activation, after: filledFields(withFileTitles(activation)) })
    return activation
  })

/** @throws AppError `not_found`; `bad_request` as in `createActivation`; `conflict` when it has changed since the editor read it */
export const updateActivation = (
  db: Database,
  user: Actor,
  id: string,
  { updatedAt: expectedUpdatedAt, resourceIds, ...change }: z.output<typeof UpdateActivation>,
) =>
  db.transaction(async (tx) => {
    const former = orNotFound(await data.lockActivation(tx, id))
    requireUnchanged(former, expectedUpdatedAt)
    const resources = resourceIds ? await requireResources(tx, resourceIds) : former.resources
    const changes = changedFields(former, { ...change, resources })
    if (!changes) return former
    requireEndAfterStart({ ...former, ...definedOnly(change) })
    if (change.timeZone !== former.timeZone) await requireZone(tx, 'timeZone', change.timeZone)
    if (change.partnerId) await requirePartner(tx, change.partnerId)
    if ('resources' in changes.after) await setLinks(tx, 'activation', id, resourceIds ?? [])
    const activation = { ...(await data.updateActivation(tx, id, change)), resources }
    await record(tx, activationChanged, user, {
      activation,
      former,
      before: withFileTitles(changes.before),
      after: withFileTitles(changes.after),
    })
    return activation
  })

/** @throws AppError `not_found` */
export const deleteActivation = (db: Database, user: Actor, id: string) =>
  db.transaction(async (tx) => {
    const activation = orNotFound(await data.lockActivation(tx, id))
    await data.deleteActivation(tx, id)
    await record(tx, activationDeleted, user, {
      activation,
      before: filledFields(withFileTitles(activation)),
    })
  })

const requireEndAfterStart = ({
  activationDate,
  endsAt,
}: {
  activationDate: Date
  endsAt?: Date | null | undefined
}) => {
  if (endsAt && endsAt <= activationDate) throw wrongField('endsAt', 'The end must be after the start')
}

const definedOnly = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
