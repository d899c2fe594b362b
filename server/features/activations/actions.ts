import type { z } from 'zod'
import type { Contact, CreateActivation, UpdateActivation } from '#contract/activations.ts'
import { maxActivationPartners } from '#contract/limits.ts'
import type { Database, Executor } from '#server/db/client.ts'
import { requireZone } from '#server/db/time-zones.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { listPartnersInGroup, storedGroup } from '#server/features/audience/groups/data.ts'
import { changedFields, filledFields } from '#server/features/audit-log/changed-fields.ts'
import { releaseFiles } from '#server/features/files/actions.ts'
import { followAgreementsOf } from '#server/features/obligations/follow/actions.ts'
import { requirePartner } from '#server/features/partners/profile/actions.ts'
import { requireResources, withFileTitles } from '#server/features/resources/linked/actions.ts'
import { setLinks } from '#server/features/resources/linked/data.ts'
import { orNotFound, wrongField } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import * as data from './data.ts'
import { activationChanged, activationCreated, activationDeleted } from './events.ts'

/** The fields of an event that all of its partners share. */
const sharedFields = ['name', 'description'] as const

/**
 * Creates an activation for each partner that the form names.
 * @returns the first of them by the name of its partner
 * @throws AppError `bad_request` when a partner, a file or the agreement does not exist, or the end is not after the start
 */
export const createActivation = (db: Database, user: Actor, form: CreateActivation) =>
  db.transaction(async (tx) => {
    const { resourceIds = [], partnerId: _one, assignments: _all, ...given } = form
    const { assignedPartnerIds: _chosen, assignedGroup: _group, ...fields } = given
    const parts = await partsOf(tx, form)
    const isShared = parts.length > 1
    for (const zone of new Set(parts.map(({ timeZone }) => timeZone))) {
      await requireZone(tx, form.assignments ? 'assignments' : 'timeZone', zone)
    }
    if (fields.documentId) {
      if (isShared) throw wrongField('documentId', 'An agreement belongs to one partner alone')
      await requireAgreement(tx, fields.documentId, parts[0]?.partnerId ?? '')
    }
    const resources = await requireResources(tx, resourceIds)
    const definitionId = isShared ? crypto.randomUUID() : null
    const rows = parts.map((part) => ({ ...fields, ...part, definitionId, createdBy: user.id }))
    for (const row of rows) requireStage(row)
    const created = await data.createActivations(tx, rows)
    const activations = created.map(({ partnerName: _name, ...row }) => ({ ...row, resources }))
    if (resourceIds.length > 0) {
      for (const { id } of activations) await setLinks(tx, 'activation', id, resourceIds)
    }
    await record(
      tx,
      activationCreated,
      user,
      ...activations.map((activation) => ({ activation, after: filledFields(loggedFields(activation)) })),
    )
    await followAgreementsOf(tx, [fields.documentId ?? null])
    return orNotFound(activations[0])
  })

/** Returns the partners that a form names, each with the times and place of its activation. */
const partsOf = async (tx: Executor, form: CreateActivation) => {
  const { activationDate, endsAt = null, timeZone = null, place } = form
  if (form.assignments?.length) {
    const known = await data.findPartners(
      tx,
      form.assignments.map(({ partnerId }) => partnerId),
    )
    if (known.length < form.assignments.length) {
      throw wrongField('assignments', 'One of these partners no longer exists')
    }
    return form.assignments.map(({ partnerId, start, end = null, zone, ...at }) => ({
      partnerId,
      activationDate: start,
      endsAt: end,
      timeZone: zone ?? timeZone,
      place: at.place ?? place,
    }))
  }
  if (!activationDate) throw wrongField('activationDate', 'Activation date is required')
  if (endsAt && endsAt <= activationDate) throw endBeforeStart()
  const partnerIds = await partnersOf(tx, form)
  return partnerIds.map((partnerId) => ({ partnerId, activationDate, endsAt, timeZone, place }))
}

const partnersOf = async (tx: Executor, form: CreateActivation) => {
  if (form.partnerId) {
    await requirePartner(tx, form.partnerId)
    return [form.partnerId]
  }
  const group = await storedGroup(tx, form.assignedGroup ?? null)
  const inGroup = group === null ? [] : await listPartnersInGroup(tx, group)
  const named = [...new Set([...(form.assignedPartnerIds ?? []), ...inGroup])]
  if (named.length > maxActivationPartners) {
    throw wrongField('partnerId', `Choose at most ${maxActivationPartners} partners`)
  }
  // Like elsewhere in audiences, partners who no longer exist are left out.
  const known = await data.findPartners(tx, named)
  if (known.length === 0) throw wrongField('partnerId', 'None of these partners exists')
  return known
}

/** @throws AppError `not_found`; `bad_request` as in `createActivation`; `conflict` when it has changed since the editor read it */
export const updateActivation = (
  db: Database,
  user: Actor,
  id: string,
  { updatedAt: expectedUpdatedAt, resourceIds, ...change }: z.output<typeof UpdateActivation>,
) =>
  db.transaction(async (tx) => {
    const { activation: former, ids } = orNotFound(await data.lockActivation(tx, id))
    requireUnchanged(former, expectedUpdatedAt)
    const resources = resourceIds ? await requireResources(tx, resourceIds) : former.resources
    const changes = changedFields(former, { ...change, resources })
    if (!changes) return former
    const next = { ...former, ...definedOnly(change) }
    if (next.endsAt && next.endsAt <= next.activationDate) throw endBeforeStart()
    if (change.stage !== former.stage) requireStage(next)
    if (change.timeZone !== former.timeZone) await requireZone(tx, 'timeZone', change.timeZone)
    if (next.partnerId !== former.partnerId) await requireMovable(tx, former.id, next.partnerId)
    if (next.documentId && (next.documentId !== former.documentId || next.partnerId !== former.partnerId)) {
      await requireAgreement(tx, next.documentId, next.partnerId)
    }
    if ('resources' in changes.after) {
      for (const each of ids) await setLinks(tx, 'activation', each, resourceIds ?? [])
    }
    await data.updateActivations(tx, [id], change)
    await changeOthers(tx, ids, id, changes.after)
    const activation = orNotFound(await data.getActivation(tx, 'staff', id))
    await record(tx, activationChanged, user, {
      activation,
      former,
      before: loggedFields(changes.before),
      after: loggedFields(changes.after),
    })
    await followAgreementsOf(tx, [former.documentId, activation.documentId])
    return activation
  })

/** Changes what the partners of an event share, for those of them who are not in the form. */
const changeOthers = async (tx: Executor, ids: string[], id: string, after: Record<string, unknown>) => {
  const others = ids.filter((each) => each !== id)
  const shared = Object.fromEntries(
    sharedFields.filter((name) => name in after).map((name) => [name, after[name]]),
  )
  if (others.length === 0 || (Object.keys(shared).length === 0 && !('resources' in after))) return
  await data.updateActivations(tx, others, shared)
}

/** @throws AppError `not_found` */
export const deleteActivation = (db: Database, user: Actor, id: string) =>
  db.transaction(async (tx) => {
    const { activation } = orNotFound(await data.lockActivation(tx, id))
    await releaseFiles(tx, await data.listPhotoFiles(tx, id))
    await data.deleteActivation(tx, id)
    await record(tx, activationDeleted, user, {
      activation,
      before: filledFields(loggedFields(activation)),
    })
    await followAgreementsOf(tx, [activation.documentId])
  })

/** What came of an event is its partner's, and so are the photos. */
const requireMovable = async (tx: Executor, id: string, partnerId: string) => {
  await requirePartner(tx, partnerId)
  if (!(await data.hasRecapOrPhotos(tx, id))) return
  throw wrongField('partnerId', 'This event has a recap or photos of its partner')
}

const endBeforeStart = () => wrongField('endsAt', 'The end must be after the start')

const requireStage = ({ stage, activationDate }: { stage?: string | undefined; activationDate: Date }) => {
  if (stage === 'done' && activationDate > new Date()) throw wrongField('stage', 'It has not begun yet')
}

const requireAgreement = async (tx: Executor, documentId: string, partnerId: string) => {
  if (await data.isAgreementOf(tx, documentId, partnerId)) return
  throw wrongField('documentId', 'This is not an agreement of the partner')
}

/** Returns fields for the audit log, which names files by their titles and people in a line each. */
const loggedFields = ({
  isShared: _shared,
  definitionId: _event,
  hasRecap: _recap,
  ...fields
}: Record<string, unknown>) => ({
  ...withFileTitles(fields),
  ...(Array.isArray(fields.contacts) && { contacts: fields.contacts.map(contactLine) }),
})

const contactLine = ({ name, role, phone }: Contact) => [name, role, phone].filter(Boolean).join(', ')

const definedOnly = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
