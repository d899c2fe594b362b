import { taskStatusLabels } from '#contract/tasks.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Executor } from '#server/db/client.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import {
  type ActivityLine,
  type Changes,
  eventsAbout,
  type Fields,
  type Notify,
} from '#server/domain-events/event.ts'
import { filledFields } from '#server/features/audit-log/changed-fields.ts'
import { markSeen } from '#server/features/notifications/data.ts'
import {
  notifyOfChangedTask,
  notifyOfNewTask,
  notifyPartnerOfTask,
  notifyStaffOfTask,
} from '#server/features/notifications/notify/data.ts'
import type { Task } from './data.ts'
import { withOwnerName } from './parts.ts'

/** A task; one for several partners has no partner of its own, and is in the activity of each of theirs. */
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

/** Notifies whoever did not do it: the partner of what staff did, and staff of what the partner did. */
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

/** Who does something about a task has seen the notifications about it. */
const markKnown = async (tx: Executor, by: Actor | null, { id }: About['task']) => {
  if (by) await markSeen(tx, by.id, { subject: { type: 'task', id } })
}

const line =
  (type: ActivityLine['type'], text: (quoted: string) => string) =>
  ({ task }: About): ActivityLine => ({ type, text: text(`"${task.taskName}"`) })

export const taskCreated = taskEvent('task.created', {
  activity: line('task_created', (task) => `Task ${task} created`),
  audit: 'of staff',
  notify: {
    task_assigned: async (tx, occurred) => {
      for (const { task } of occurred) if (task.partnerId) await notifyOfNewTask(tx, task.id)
    },
  },
})

export const taskDeleted = taskEvent('task.deleted', {
  activity: line('task_deleted', (task) => `Task ${task} deleted`),
  audit: 'of staff',
})

export const taskRestored = taskEvent('task.restored', {
  activity: line('task_restored', (task) => `Task ${task} restored`),
  audit: 'of staff',
})

interface TaskChange extends About, Changes {
  former: Task
  task: Task
  /** The names of the fields that are different now. */
  fields: string[]
}

/** What of a task has changed, as `taskChanged` records it. */
export const changeOf = (
  former: Task,
  task: Task,
  { before, after }: Record<'before' | 'after', Fields>,
): TaskChange => ({
  former,
  task,
  fields: Object.keys(after),
  before: { ...withOwnerName(before, former), ...acceptanceIn(former, task) },
  after: { ...withOwnerName(after, task), ...acceptanceIn(task, former) },
})

const linesOfChange = ({ former, task, fields }: TaskChange): ActivityLine[] => {
  const quoted = `"${task.taskName}"`
  if (task.partnerId !== former.partnerId) {
    const moved = `Task "${former.taskName}" assigned to another partner`
    return [
      { type: 'task_moved', text: moved, partnerId: former.partnerId },
      { type: 'task_created', text: `Task ${quoted} reassigned from another partner` },
    ]
  }
  const lines: ActivityLine[] = []
  if (fields.includes('status')) {
    const [from, to] = [former.status, task.status]
    const text = `Task ${quoted} moved from ${taskStatusLabels[from]} to ${taskStatusLabels[to]}`
    lines.push({ type: 'task_status_changed', text, metadata: { from, to } })
  }
  if (fields.includes('ownerId')) {
    lines.push({ type: 'task_owner_changed', text: `Owner of task ${quoted} changed` })
  }
  const others = fields.filter((name) => name !== 'status' && name !== 'ownerId')
  if (others.length > 0) {
    lines.push({ type: 'task_changed', text: `Task ${quoted} changed`, metadata: { fields: others } })
  }
  return lines
}

// What a partner does not see of a task is no news to them.
const internal = new Set(['ownerId'])

/** Of one task, or of one for several partners, whose own tasks say it for themselves. */
export const taskChanged = taskEvent('task.changed', {
  activity: linesOfChange,
  audit: 'of staff',
  notify: {
    task_assigned: async (tx, occurred: TaskChange[], by) => {
      for (const { former, task } of occurred) {
        await markKnown(tx, by, task)
        if (task.partnerId !== former.partnerId) await notifyOfNewTask(tx, task.id)
      }
    },
    task_changed: async (tx, occurred, by) => {
      if (!by || !isStaff(by.role)) return
      for (const { former, task, fields } of occurred) {
        const isNews = task.partnerId === former.partnerId && fields.some((name) => !internal.has(name))
        if (isNews) await notifyOfChangedTask(tx, task.id)
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

/** What has changed of a task for several partners, or whom it is for: their own tasks follow, and are in their activities. */
export const sharedTaskChanged = taskEvent('shared_task.changed', {
  audit: 'of staff',
  action: 'task.changed',
})

export const taskCommented = taskEvent('task.commented', {
  activity: line('task_commented', (task) => `Comment on task ${task}`),
  notify: otherSide(({ task, body }: About & { body: string }) => ({
    title: `Comment on: ${task.taskName}`,
    detail: body,
  })),
})

export const taskProofAdded = taskEvent('task.proof_added', {
  activity: line('task_proof_added', (task) => `Proof for task ${task} added`),
  audit: 'of staff',
  notify: otherSide(({ task, fileName }: About & { fileName: string | null }) => ({
    title: `Proof for: ${task.taskName}`,
    detail: fileName,
  })),
})

export const taskProofRemoved = taskEvent('task.proof_removed', {
  activity: line('task_proof_removed', (task) => `Proof for task ${task} removed`),
  audit: 'of staff',
})

export const taskAccepted = taskEvent('task.accepted', {
  activity: line('task_accepted', (task) => `Task ${task} accepted`),
  audit: 'of staff',
  notify: otherSide(({ task }) => ({ title: `Accepted: ${task.taskName}` })),
})

type SentBack = About & { task: Task; former: Task; comment: string }

export const taskSentBack = taskEvent('task.sent_back', {
  activity: ({ task, former }: SentBack) => [
    {
      type: 'task_sent_back',
      text: `Task "${task.taskName}" sent back: ${taskStatusLabels[task.status]}`,
      metadata: { from: former.status, to: task.status },
    },
    // The reason is a comment, too, of which the partner is notified once.
    { type: 'task_commented', text: `Comment on task "${task.taskName}"` },
  ],
  audit: 'of staff',
  notify: otherSide(({ task, comment }: SentBack) => ({
    title: `Sent back: ${task.taskName}`,
    detail: comment,
  })),
})

/** What the audit log has of a task's acceptance beside what changed, where that is another. */
export const acceptanceIn = (task: Task, other: Task) =>
  String(task.acceptedAt) === String(other.acceptedAt) ? {} : { acceptedAt: task.acceptedAt }

/** What the audit log has of a whole task. */
export const recordedFields = ({ proofCount: _proofs, commentCount: _comments, owner, ...task }: Task) =>
  filledFields({ ...task, owner: owner?.name })
