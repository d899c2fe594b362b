import type { Executor } from '#server/db/client.ts'
import * as data from './data.ts'
import { dueDateIn, planDueDate } from './due-date.ts'

/** Creates the tasks of sets for the partners who were just recorded to get them. */
const createTasks = async (tx: Executor, gifts: data.Gift[], actorId: string | null, now: Date) => {
  if (gifts.length === 0) return
  const days = await data.lockDueDays(tx, [...new Set(gifts.map(({ setId }) => setId))])
  const zones = [...new Set(gifts.map(({ timeZone }) => timeZone ?? 'UTC'))]
  const dueDates = zones.flatMap((timeZone) =>
    days.map((each) => ({ key: timeZone, days: each, at: dueDateIn(each, timeZone, now) })),
  )
  await data.createTasksOfSets(tx, gifts, dueDates, { actorId, now })
}

/**
 * Gives partners the sets that are given automatically on completing onboarding or joining a group, each partner a set only once. Call it
 * after the change, in the transaction that completes onboarding or changes the group.
 * @param actorId the member of staff who made the change; null when it was the partner
 */
export const giveAutomaticSets = async (
  tx: Executor,
  trigger: data.AutomaticTrigger,
  actorId: string | null,
  partnerIds: string[],
) => createTasks(tx, await data.recordAutomatic(tx, trigger, partnerIds), actorId, new Date())

/** Gives a set to at most `limit` partners of the audience that staff chose. Returns how many got it. */
export const giveRequestedSet = async (
  tx: Executor,
  request: data.Request,
  { actorId, limit }: { actorId: string | null; limit: number },
) => {
  const gifts = await data.recordRequested(tx, request, limit)
  await createTasks(tx, gifts, actorId, request.givenAt)
  return gifts.length
}

/** An event whose partner gets the tasks of its plan. */
export interface PlanGift {
  id: string
  partnerId: string
  activationDate: Date
  timeZone: string | null
}

/** Gives the partners of events the tasks of a plan, which each event already names. */
export const givePlanTasks = async (
  tx: Executor,
  { id: setId, weekdaysOnly }: { id: string; weekdaysOnly: boolean },
  events: PlanGift[],
  actorId: string,
) => {
  const now = new Date()
  const days = await data.lockDueDays(tx, [setId])
  const zones = await data.listZones(
    tx,
    events.map(({ partnerId }) => partnerId),
  )
  const gifts = events.map(({ id: activationId, partnerId }) => ({
    setId,
    partnerId,
    activationId,
    timeZone: zones.get(partnerId) ?? null,
  }))
  const dueDates = events.flatMap(({ id, partnerId, activationDate, timeZone }) => {
    const rule = { weekdaysOnly, timeZone: timeZone ?? zones.get(partnerId) ?? null }
    return days.map((each) => ({
      key: id,
      days: each,
      at: planDueDate(activationDate, { ...rule, days: each }, now),
    }))
  })
  await data.createTasksOfSets(tx, gifts, dueDates, { actorId, now })
}
