import type { ActivationStage } from '#contract/activation-stages.ts'
import type { Database, Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { givePlanTasks, type PlanGift } from '#server/features/audience/membership/sets/actions.ts'
import { taskMovedAlong, taskRestored, taskWithdrawn } from '#server/features/tasks/events.ts'
import { AppError, orNotFound, wrongField } from '#server/http/app-error.ts'
import { getActivation, listEvent, lockActivation, updateActivations } from '../data.ts'
import { activationChanged } from '../events.ts'
import * as data from './data.ts'
import { type EventDay, movesOf } from './moves.ts'

/** Returns a plan that can be given. @throws AppError `bad_request` for any other set, and for a plan without tasks */
export const requirePlan = async (tx: Executor, id: string) => {
  const plan = await data.lockPlan(tx, id)
  if (!plan) throw wrongField('planId', 'This plan no longer exists.')
  if (plan.tasks === 0) throw wrongField('planId', 'This plan has no tasks.')
  return plan
}

type Plan = Awaited<ReturnType<typeof requirePlan>>

/** Gives the partners of activations the tasks of a plan, which the activations already name. @throws AppError `bad_request` for canceled ones */
export const givePlan = async (
  tx: Executor,
  user: Actor,
  plan: Plan,
  activations: (PlanGift & { stage: ActivationStage })[],
) => {
  if (activations.some(({ stage }) => stage === 'canceled')) {
    throw wrongField('planId', 'A canceled activation has no tasks.')
  }
  await givePlanTasks(tx, plan, activations, user.id)
}

/**
 * Gives an activation a plan, or all activations of its event that have none.
 * @throws AppError `not_found`; `bad_request` as `requirePlan` and `givePlan`; `conflict` when the activation has a plan
 */
export const addPlan = (
  db: Database,
  user: Actor,
  id: string,
  { planId, isForAll }: { planId: string; isForAll: boolean },
) =>
  db.transaction(async (tx) => {
    const { activation, ids } = orNotFound(await lockActivation(tx, id))
    if (activation.plan) throw new AppError('conflict', 'This activation has a plan already.')
    const plan = await requirePlan(tx, planId)
    const others = isForAll ? await listEvent(tx, ids) : []
    const all = [
      activation,
      ...others.filter((each) => each.id !== id && !each.plan && each.stage !== 'canceled'),
    ]
    await updateActivations(
      tx,
      all.map((each) => each.id),
      { planId },
    )
    await givePlan(tx, user, plan, all)
    await record(
      tx,
      activationChanged,
      user,
      ...all.map((each) => ({ activation: each, former: each, movedTasks: 0, after: { plan: plan.name } })),
    )
    return orNotFound(await getActivation(tx, 'staff', id))
  })

/** Returns which tasks of an activation's plan would move along to another date, and which would stay. @throws AppError `not_found` */
export const previewMove = async (
  db: Database,
  id: string,
  { activationDate, timeZone }: { activationDate: Date; timeZone?: string | undefined },
) => {
  const activation = orNotFound(await getActivation(db, 'staff', id))
  const next = { activationDate, timeZone: timeZone ?? activation.timeZone }
  const { moves, stays } = movesOf(await data.listPlanTasks(db, id), activation, next)
  const shown = ({ id: taskId, taskName, dueDate }: data.PlanTask) => ({ taskId, taskName, dueDate })
  return {
    moves: moves.map((task) => ({ ...shown(task), newDueDate: task.newDueDate })),
    stays: stays.map(shown),
  }
}

type ChangedEvent = EventDay & { id: string; stage: ActivationStage }

/**
 * Brings the open tasks of a plan in line with a change of its event: they move along if that is wanted, are withdrawn when the event is canceled, and come
 * back when it is planned again. Call it in the transaction of the change, after it. Returns the number of tasks that moved.
 */
export const followEvent = async (
  tx: Executor,
  user: Actor,
  { former, next, movesTasks }: { former: ChangedEvent; next: ChangedEvent; movesTasks: boolean },
) => {
  const isCanceled = next.stage === 'canceled'
  const isMoved =
    former.activationDate.getTime() !== next.activationDate.getTime() || former.timeZone !== next.timeZone
  if (!isMoved && isCanceled === (former.stage === 'canceled')) return 0
  const tasks = await data.lockPlanTasks(tx, next.id)
  const moves = isMoved && movesTasks ? movesOf(tasks, former, next).moves : []
  if (moves.length > 0) {
    await data.moveTasks(tx, moves)
    await record(
      tx,
      taskMovedAlong,
      user,
      ...moves.map((task) => ({
        task,
        before: { dueDate: task.dueDate },
        after: { dueDate: task.newDueDate },
      })),
    )
  }
  const turned = tasks.filter(({ isWithdrawn }) => isWithdrawn !== isCanceled)
  if (turned.length > 0) {
    await data.changeLife(
      tx,
      turned.map(({ id }) => id),
      isCanceled ? 'withdrawn' : 'back',
    )
    const event = isCanceled ? taskWithdrawn : taskRestored
    await record(tx, event, user, ...turned.map((task) => ({ task })))
  }
  return moves.length
}

/** Deletes the withdrawn tasks of an activation that is about to be deleted. Its other tasks stay. */
export const dropWithdrawnTasks = async (tx: Executor, activationId: string) => {
  const withdrawn = (await data.lockPlanTasks(tx, activationId)).filter(({ isWithdrawn }) => isWithdrawn)
  await data.changeLife(
    tx,
    withdrawn.map(({ id }) => id),
    'deleted',
  )
}
