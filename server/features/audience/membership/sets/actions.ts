import type { TaskSetTrigger } from '#contract/task-plans/plans.ts'
import type { Executor } from '#server/db/client.ts'
import * as data from './data.ts'
import { dueDateIn } from './due-date.ts'

/** Creates the tasks of sets for the partners who were just recorded to get them. */
const createTasks = async (tx: Executor, gifts: data.Gift[], actorId: string | null, now: Date) => {
  if (gifts.length === 0) return
  const days = await data.lockDueDays(tx, [...new Set(gifts.map(({ setId }) => setId))])
  const zones = [...new Set(gifts.map(({ timeZone }) => timeZone ?? 'UTC'))]
  const dueDates = zones.flatMap((timeZone) =>
    days.map((each) => ({ timeZone, days: each, at: dueDateIn(each, timeZone, now) })),
  )
  await data.createTasksOfSets(tx, gifts, dueDates, actorId)
}

/**
 * Gives partners the sets that are given automatically on completing onboarding or joining a group, each partner a set only once. Call it
 * after the change, in the transaction that completes onboarding or changes the group.
 * @param actorId the member of staff who made the change; null when it was the partner
 */
export const giveAutomaticSets = async (
  tx: Executor,
  trigger: Exclude<TaskSetTrigger, 'never'>,
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
