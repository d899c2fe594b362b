import { taskStatusLabels } from '#contract/task-status.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { type Changes, eventsAbout, type Fields, type Notify } from '#server/domain-events/event.ts'
import { filledFields } from '#server/features/audit-log/changed-fields.ts'
import { markSeen } from '#server/features/notifications/data.ts'
import {
  notifyAssignee,
  notifyOfChangedTask,
  notifyOfNewTask,
  notifyPartnerOfTask,
  notifyStaffOfTask,
} from '#server/features/notifications/notify/data.ts'
import type { Task } from './data.ts'
import { withNames } from './parts.ts'

/** A task. A task for several has no partner of its own, and is recorded in the activity of each of its partners. */
type About = { task: Pick<Task, 'id' | 'taskName'> & { partnerId: string | null } }

const taskEvent = eventsAbout<About>({
  subject: ({ task }) => ({ id: task.id, name: task.taskName }),
  partnerId: ({ task }) => task.partnerId,
  metadata: ({ task }) => ({ taskId: task.id }),
})

interface Notice {
  title: string
  detail?: string | null
}

/** Notifies the other side: the partner of what staff did, and staff of what the partner did. */
const otherSide = <Data extends About>(noticeOf: (data: Data) => Notice) => ({
  task_changed: (async (tx, occurred, by) => {
    if (!by || !isStaff(by.role)) return
    for (const data of occurred) {
      await markKnown(tx, by, data.task)
      await notifyPartnerOfTask(tx, data.task.id, noticeOf(data))
    }
  }) satisfies Notify<Data>,
  task_work: (async (tx, occurred, by) => {
    if (!by || isStaff(by.role)) return
    for (const data of occurred) {
      await markKnown(tx, by, data.task)
      await notifyStaffOfTask(tx, data.task.id, noticeOf(data))
    }
  }) satisfies Notify<Data>,
})

/** Marks the notifications about a task as seen for the user who acts on it. */
const markKnown = async (tx: Executor, by: Actor | null, { id }: About['task']) => {
  if (by) await markSeen(tx, by.id, { subject: { type: 'task', id } })
}

const line =
  (text: (quoted: string) => string) =>
  ({ task }: About) =>
    text(`"${task.taskName}"`)

/** A task was given to its audience. The statement that does so also records the activity of each partner and notifies them. */
export const taskCreated = taskEvent('task.created', { audit: 'of staff' })

export const taskDeleted = taskEvent('task.deleted', {
  activity: { task_deleted: line((task) => `Task ${task} deleted`) },
  audit: 'of staff',
})

export const taskRestored = taskEvent('task.restored', {
  activity: { task_restored: line((task) => `Task ${task} restored`) },
  audit: 'of staff',
})

/** The event of the task was canceled. The task comes back when the event is planned again. */
export const taskWithdrawn = taskEvent('task.withdrawn', {
  activity: { task_withdrawn: line((task) => `Task ${task} withdrawn`) },
  audit: 'of staff',
  action: 'task.deleted',
})

/** The task moved along with its event, of which the partner is notified instead. */
export const taskMovedAlong = taskEvent('task.moved_along', {
  activity: {
    task_changed: (about) => ({
      text: line((task) => `Task ${task} changed`)(about),
      metadata: { fields: ['dueDate'] },
    }),
  },
  audit: 'of staff',
  action: 'task.changed',
})

/** The fields of a task that describe its changes. */
type State = Pick<Task, 'id' | 'taskName' | 'partnerId' | 'status'> & Partial<Pick<Task, 'assignee'>>

interface TaskChange extends About, Changes {
  former: State
  task: State
  /** The names of the fields that have changed. */
  fields: string[]
}

/** Returns a change of a task as `taskChanged` records it. */
export const changeOf = (
  former: Task,
  task: Task,
  { before, after }: Record<'before' | 'after', Fields>,
): TaskChange => ({
  former,
  task,
  fields: Object.keys(after),
  before: { ...withNames(before, former), ...acceptanceIn(former, task) },
  after: { ...withNames(after, task), ...acceptanceIn(task, former) },
})

const isMoved = ({ former, task }: TaskChange) => task.partnerId !== former.partnerId
const hasChanged = (change: TaskChange, name: string) => !isMoved(change) && change.fields.includes(name)

// Partners do not see who looks after a task, and only a new assignee is notified of being one.
const internal = new Set(['ownerId', 'assigneeId'])

/** Whether a task has been given to a person of its partner, who then is only notified of that. */
const isGiven = (change: TaskChange) => hasChanged(change, 'assigneeId') && Boolean(change.task.assignee)
// These fields have lines of their own in the activity.
const withOwnLine = new Set(['status', 'ownerId', 'assigneeId'])

/** A task of one partner has changed, or moved to another partner. */
export const taskChanged = taskEvent('task.changed', {
  activity: {
    task_moved: (change: TaskChange) =>
      isMoved(change) && {
        text: `Task "${change.former.taskName}" assigned to another partner`,
        partnerId: change.former.partnerId,
      },
    task_created: (change) =>
      isMoved(change) && `Task "${change.task.taskName}" reassigned from another partner`,
    task_status_changed: (change) => {
      const [from, to] = [change.former.status, change.task.status]
      const text = `Task "${change.task.taskName}" moved from ${taskStatusLabels[from]} to ${taskStatusLabels[to]}`
      return hasChanged(change, 'status') && { text, metadata: { from, to } }
    },
    task_owner_changed: (change) =>
      hasChanged(change, 'ownerId') && `Owner of task "${change.task.taskName}" changed`,
    task_assignee_changed: (change) =>
      hasChanged(change, 'assigneeId') &&
      `Task "${change.task.taskName}" ${change.task.assignee ? 'assigned to a person' : 'no longer assigned to a person'}`,
    task_changed(change) {
      const fields = change.fields.filter((name) => !withOwnLine.has(name))
      const isChanged = !isMoved(change) && fields.length > 0
      return isChanged && { text: `Task "${change.task.taskName}" changed`, metadata: { fields } }
    },
  },
  audit: 'of staff',
  notify: {
    task_assigned: async (tx, occurred: TaskChange[], by) => {
      for (const change of occurred) {
        const { task } = change
        await markKnown(tx, by, task)
        if (isMoved(change)) await notifyOfNewTask(tx, task.id)
        else if (isGiven(change) && task.assignee?.id !== by?.id) await notifyAssignee(tx, task.id)
      }
    },
    task_changed: async (tx, occurred, by) => {
      if (!by || !isStaff(by.role)) return
      for (const change of occurred) {
        const isNews = !isMoved(change) && change.fields.some((name) => !internal.has(name))
        if (isNews && !isGiven(change)) await notifyOfChangedTask(tx, change.task.id)
      }
    },
    task_work: async (tx, occurred, by) => {
      if (by && isStaff(by.role)) return
      for (const { task, fields } of occurred) {
        if (!fields.includes('status') || task.status !== 'completed') continue
        await notifyStaffOfTask(tx, task.id, { title: `Completed: ${task.taskName}` })
      }
    },
  },
})

/** A task for several partners or its audience has changed. The partners' own tasks change, too, which is recorded in their activities. */
export const taskDefinitionChanged = taskEvent('task_definition.changed', {
  audit: 'of staff',
  action: 'task.changed',
})

export const taskCommented = taskEvent('task.commented', {
  activity: { task_commented: line((task) => `Comment on task ${task}`) },
  notify: otherSide(({ task, body }: About & { body: string }) => ({
    title: `New comment: ${task.taskName}`,
    detail: body,
  })),
})

export const taskProofAdded = taskEvent('task.proof_added', {
  activity: { task_proof_added: line((task) => `Proof for task ${task} added`) },
  audit: 'of staff',
  notify: otherSide(({ task, fileName }: About & { fileName: string | null }) => ({
    title: `New proof: ${task.taskName}`,
    detail: fileName,
  })),
})

export const taskProofRemoved = taskEvent('task.proof_removed', {
  activity: { task_proof_removed: line((task) => `Proof for task ${task} removed`) },
  audit: 'of staff',
})

export const taskAccepted = taskEvent('task.accepted', {
  activity: { task_accepted: line((task) => `Task ${task} accepted`) },
  audit: 'of staff',
  notify: otherSide(({ task }) => ({ title: `Accepted: ${task.taskName}` })),
})

type SentBack = About & { task: State; former: State; comment: string }

export const taskSentBack = taskEvent('task.sent_back', {
  activity: {
    task_sent_back: ({ task, former }: SentBack) => ({
      text: `Task "${task.taskName}" sent back: ${taskStatusLabels[task.status]}`,
      metadata: { from: former.status, to: task.status },
    }),
    // The reason is also a comment. The partner is notified only once.
    task_commented: line((task) => `Comment on task ${task}`),
  },
  audit: 'of staff',
  notify: otherSide(({ task, comment }: SentBack) => ({
    title: `Needs changes: ${task.taskName}`,
    detail: comment,
  })),
})

/** Returns the acceptance of a task for the audit log, if it differs between the two states. */
export const acceptanceIn = (task: Task, other: Task) =>
  String(task.acceptedAt) === String(other.acceptedAt) ? {} : { acceptedAt: task.acceptedAt }

/** Returns what the audit log stores about a task. Only a part of a task for several refers to its definition. */
export const recordedFields = ({
  proofCount: _proofs,
  commentCount: _comments,
  completedBy: _completedBy,
  owner,
  assignee,
  definitionId,
  isShared,
  activation,
  ...task
}: Task) =>
  filledFields({
    ...task,
    owner: owner?.name,
    assignee: assignee?.name,
    activation: activation?.name,
    definitionId: isShared ? definitionId : null,
  })
