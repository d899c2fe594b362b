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
import { dropWithdrawnTasks, followEvent, givePlan, requirePlan } from './plan/actions.ts'
import { hasPlanTasks, lockPlan } from './plan/data.ts'

/** The fields of an event that all of its partners share. */
const sharedFields = ['name', 'description'] as const

/**
 * Creates an activation for each partner that the form names.
 * @returns the first of them by the name of its partner
 * @throws AppError `bad_request` when a partner, a file, the agreement or the plan does not exist, or the end is not after the start
 */
export const createActivation = (db: Database, user: Actor, form: CreateActivation) =>
  db.transaction(async (tx) => {
    const { resourceIds = [], partnerId: _one, assignments: _all, ...given } = form
    const { assignedPartnerIds: _chosen, assignedGroup: _group, ...fields } = given
    const parts = await partsOf(tx, form)
    const isShared = parts.length > 1
    await requireZones(tx, form.assignments ? 'assignments' : 'timeZone', parts)
    if (fields.documentId) {
      if (isShared) throw wrongField('documentId', 'An agreement belongs to one partner alone')
      await requireAgreement(tx, fields.documentId, parts[0]?.partnerId ?? '')
    }
    const resources = await requireResources(tx, resourceIds)
    const definitionId = isShared ? crypto.randomUUID() : null
    const rows = parts.map((part) => ({ ...fields, ...part, definitionId, createdBy: user.id }))
    for (const row of rows) requireStage(row)
    const activations = await createAll(tx, user, rows, resources)
    await followAgreementsOf(tx, [fields.documentId ?? null])
    return orNotFound(activations[0])
  })

const requireZones = async (tx: Executor, field: string, parts: { timeZone: string | null }[]) => {
  for (const zone of new Set(parts.map(({ timeZone }) => timeZone))) await requireZone(tx, field, zone)
}

/** Creates activations of one event with their files and the tasks of their plan, and returns them by the names of their partners. */
const createAll = async (
  tx: Executor,
  user: Actor,
  rows: data.NewActivation[],
  resources: Awaited<ReturnType<typeof requireResources>>,
) => {
  const planId = rows[0]?.planId
  const plan = planId ? await requirePlan(tx, planId) : null
  const created = await data.createActivations(tx, rows)
  const activations = created.map(({ partnerName: _name, ...row }) => ({ ...row, resources }))
  const resourceIds = resources.map(({ id }) => id)
  if (resourceIds.length > 0) {
    for (const { id } of activations) await setLinks(tx, 'activation', id, resourceIds)
  }
  await record(
    tx,
    activationCreated,
    user,
    ...activations.map((activation) => ({ activation, after: filledFields(loggedFields(activation)) })),
  )
  if (plan) await givePlan(tx, user, plan, activations)
  return activations
}

/**
 * Adds partners to an event. Each gets an activation with its name, description, files and plan.
 * @throws AppError `not_found`; `bad_request` when a partner does not exist or has it already, and for too many partners
 */
export const addPartners = (db: Database, user: Actor, id: string, assignments: Assignments) =>
  db.transaction(async (tx) => {
    const { activation, ids } = orNotFound(await data.lockActivation(tx, id))
    const present = new Set((await data.listEvent(tx, ids)).map(({ partnerId }) => partnerId))
    if (assignments.some(({ partnerId }) => present.has(partnerId))) {
      throw wrongField('assignments', 'One of these partners already has it')
    }
    if (present.size + assignments.length > maxActivationPartners) {
      throw wrongField('assignments', `Choose at most ${maxActivationPartners} partners`)
    }
    const parts = await assignedParts(tx, assignments, { timeZone: activation.timeZone, place: null })
    await requireZones(tx, 'assignments', parts)
    const { definitionId, name, description, plan, resources } = activation
    // The first activation of an event for several also names the event.
    if (ids.length === 1) await data.updateActivations(tx, [id], { definitionId })
    const given = plan && (await lockPlan(tx, plan.id))
    const planId = given && given.tasks > 0 ? given.id : null
    const shared = { definitionId, name, description, planId, createdBy: user.id }
    return createAll(
      tx,
      user,
      parts.map((part) => ({ ...part, ...shared })),
      resources,
    )
  })

/** Returns the partners that a form names, each with the times and place of its activation. */
const partsOf = async (tx: Executor, form: CreateActivation) => {
  const { activationDate, endsAt = null, timeZone = null, place } = form
  if (form.assignments?.length) return assignedParts(tx, form.assignments, { timeZone, place })
  if (!activationDate) throw wrongField('activationDate', 'Activation date is required')
  if (endsAt && endsAt <= activationDate) throw endBeforeStart()
  const partnerIds = await partnersOf(tx, form)
  return partnerIds.map((partnerId) => ({ partnerId, activationDate, endsAt, timeZone, place }))
}

type Assignments = NonNullable<CreateActivation['assignments']>

const assignedParts = async (
  tx: Executor,
  assignments: Assignments,
  { timeZone, place }: { timeZone: string | null; place: string | null },
) => {
  const named = assignments.map(({ partnerId }) => partnerId)
  if ((await data.findPartners(tx, named)).length < named.length) {
    throw wrongField('assignments', 'One of these partners no longer exists')
  }
  return assignments.map(({ partnerId, start, end = null, zone, ...at }) => ({
    partnerId,
    activationDate: start,
    endsAt: end,
    timeZone: zone ?? timeZone,
    place: at.place ?? place,
  }))
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
  { updatedAt: expectedUpdatedAt, resourceIds, movesTasks, ...change }: z.output<typeof UpdateActivation>,
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
    if (next.partnerId !== former.partnerId) {
      await requireNoPlan(tx, id)
      await requireMovable(tx, former.id, next.partnerId)
    }
    if (next.documentId && (next.documentId !== former.documentId || next.partnerId !== former.partnerId)) {
      await requireAgreement(tx, next.documentId, next.partnerId)
    }
    if ('resources' in changes.after) {
      for (const each of ids) await setLinks(tx, 'activation', each, resourceIds ?? [])
    }
    await data.updateActivations(tx, [id], change)
    await changeOthers(tx, ids, id, changes.after)
    const activation = orNotFound(await data.getActivation(tx, 'staff', id))
    const movedTasks = await followEvent(tx, user, { former, next: activation, movesTasks })
    await record(tx, activationChanged, user, {
      activation,
      former,
      movedTasks,
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
    await dropWithdrawnTasks(tx, id)
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

const requireNoPlan = async (tx: Executor, id: string) => {
  if (!(await hasPlanTasks(tx, id))) return
  throw wrongField('partnerId', 'It has tasks of a plan. Create a new activation instead.')
}

const requireAgreement = async (tx: Executor, documentId: string, partnerId: string) => {
  if (await data.isAgreementOf(tx, documentId, partnerId)) return
  throw wrongField('documentId', 'This is not an agreement of the partner')
}

/** Returns fields for the audit log, which names files by their titles, the plan by its name, and people in a line each. */
const loggedFields = ({
  isShared: _shared,
  definitionId: _event,
  hasRecap: _recap,
  plan,
  ...fields
}: LoggedFields) => ({
  ...withFileTitles(fields),
  ...(plan && { plan: plan.name }),
  ...(Array.isArray(fields.contacts) && { contacts: fields.contacts.map(contactLine) }),
})

type LoggedFields = Record<string, unknown> & { plan?: { name: string } | null }

const contactLine = ({ name, role, phone }: Contact) => [name, role, phone].filter(Boolean).join(', ')

const definedOnly = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>
