import type { Notification } from '#contract/notifications/notifications.ts'
import type { PartnerTask } from '#contract/tasks.ts'

let notifications = 0

/** A notification of a new task, which has not been seen. */
export const notificationOf = ({ id, taskName }: Pick<PartnerTask, 'id' | 'taskName'>): Notification => {
  notifications += 1
  return {
    id: `bbbbbbbb-bbbb-4bbb-8bbb-${String(notifications).padStart(12, '0')}`,
    kind: 'task_assigned',
    title: `New task: ${taskName}`,
    detail: null,
    detailAt: null,
    subject: { type: 'task', id },
    partner: null,
    seenAt: null,
    createdAt: new Date().toISOString(),
  }
}
