import { isStaff } from '#contract/users/roles.ts'
import type { Executor } from '#server/db/client.ts'
import { markSeen } from '#server/features/notifications/data.ts'
import {
  notifyOfChangedTask,
  notifyOfNewTask,
  notifyPartnerOfTask,
  notifyStaffOfTask,
} from '#server/features/notifications/notify/data.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import type { Task } from './data.ts'

type Writer = Pick<SignedInUser, 'id' | 'role'>

/** Who does something about a task has seen the notifications about it. */
const markKnown = (tx: Executor, writer: Writer, { id }: Pick<Task, 'id'>) =>
  markSeen(tx, writer.id, { subject: { type: 'task', id } })

/** Notifies whoever is not the writer: the partner of what staff wrote, and staff of what the partner wrote. */
const notifyOtherSide = async (
  tx: Executor,
  writer: Writer,
  task: Pick<Task, 'id'>,
  notice: { title: string; detail?: string | null },
) => {
  await markKnown(tx, writer, task)
  if (isStaff(writer.role)) await notifyPartnerOfTask(tx, task.id, notice)
  else await notifyStaffOfTask(tx, task.id, notice)
}

// What a partner does not see of a task is no news to them.
const internal = new Set(['ownerId'])

/** Notifies of a change of a task: its partner of what staff changed, staff when the partner has completed it. */
export const notifyOfChange = async (
  tx: Executor,
  writer: Writer,
  former: Task,
  task: Task,
  fields: string[],
) => {
  await markKnown(tx, writer, task)
  if (task.partnerId !== former.partnerId) return notifyOfNewTask(tx, task.id)
  if (isStaff(writer.role)) {
    if (fields.some((name) => !internal.has(name))) await notifyOfChangedTask(tx, task.id)
  } else if (fields.includes('status') && task.status === 'completed') {
    await notifyStaffOfTask(tx, task.id, { title: `Completed: ${task.taskName}` })
  }
}

export const notifyOfComment = (tx: Executor, writer: Writer, task: Task, body: string) =>
  notifyOtherSide(tx, writer, task, { title: `Comment on: ${task.taskName}`, detail: body })

export const notifyOfProof = (tx: Executor, writer: Writer, task: Task, fileName: string | null) =>
  notifyOtherSide(tx, writer, task, { title: `Proof for: ${task.taskName}`, detail: fileName })

export const notifyOfReview = (
  tx: Executor,
  task: Task,
  result: 'Accepted' | 'Sent back',
  comment?: string,
) => notifyPartnerOfTask(tx, task.id, { title: `${result}: ${task.taskName}`, detail: comment ?? null })
