import type { z } from 'zod'
import type { CreateActivation, UpdateActivation } from '#contract/activations.ts'
import type { Database, Executor } from '#server/db/client.ts'
import { changedFields, filledFields } from '#server/features/audit-log/changed-fields.ts'
import { type Actor, recordAuditEvent } from '#server/features/audit-log/record.ts'
import { requirePartner } from '#server/features/partners/profile/actions.ts'
import { logActivity } from '#server/features/partners/profile/data.ts'
import { orNotFound } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import * as data from './data.ts'

type Activation = NonNullable<Awaited<ReturnType<typeof data.lockActivation>>>

/** @throws AppError `bad_request` when there is no such partner */
export const createActivation = (db: Database, user: Actor, form: z.output<typeof CreateActivation>) =>
  db.transaction(async (tx) => {
    await requirePartner(tx, form.partnerId)
    const activation = await data.createActivation(tx, { ...form, createdBy: user.id })
    await logActivationActivity(
      tx,
      user,
      activation,
      'activation_created',
      `Activation "${activation.name}" created`,
    )
    await recordAuditEvent(tx, user, {
      action: 'activation.created',
      subject: activation,
      after: filledFields(activation),
    })
    return activation
  })

/** @throws AppError `not_found`, `bad_request` as `addActivation`, `conflict` when it has changed since the editor saw it */
export const updateActivation = (
  db: Database,
  user: Actor,
  id: string,
  { updatedAt: expectedUpdatedAt, ...change }: z.output<typeof UpdateActivation>,
) =>
  db.transaction(async (tx) => {
    const former = orNotFound(await data.lockActivation(tx, id))
    requireUnchanged(former, expectedUpdatedAt)
    const changes = changedFields(former, change)
    if (!changes) return former
    if (change.partnerId) await requirePartner(tx, change.partnerId)
    const activation = await data.updateActivation(tx, id, change)
    if (activation.partnerId !== former.partnerId) {
      const description = `Activation "${former.name}" assigned to another partner`
      await logActivationActivity(tx, user, former, 'activation_moved', description)
    }
    await logActivationActivity(
      tx,
      user,
      activation,
      'activation_changed',
      `Activation "${activation.name}" changed`,
    )
    await recordAuditEvent(tx, user, { action: 'activation.changed', subject: activation, ...changes })
    return activation
  })

/** @throws AppError `not_found` */
export const deleteActivation = (db: Database, user: Actor, id: string) =>
  db.transaction(async (tx) => {
    const activation = orNotFound(await data.lockActivation(tx, id))
    await data.deleteActivation(tx, id)
    await logActivationActivity(
      tx,
      user,
      activation,
      'activation_deleted',
      `Activation "${activation.name}" deleted`,
    )
    await recordAuditEvent(tx, user, {
      action: 'activation.deleted',
      subject: activation,
      before: filledFields(activation),
    })
  })

const logActivationActivity = (
  tx: Executor,
  user: Actor,
  { id, partnerId }: Activation,
  activityType: string,
  description: string,
) =>
  logActivity(tx, { partnerId, activityType, description, metadata: { actorId: user.id, activationId: id } })
