import { formatCount, formatNumber } from '#client/lib/format.ts'
import { type BulkKind, leftOutLabels } from '#contract/bulk-kinds.ts'
import type { BulkAction } from '#contract/partners/bulk.ts'

// The verbs of each kind, while it runs and when it is done.
const verbs: Record<BulkKind, [doing: string, done: string]> = {
  manager: ['Setting the manager of', 'changed'],
  group: ['Setting the group of', 'changed'],
  tag: ['Adding tags to', 'tagged'],
  untag: ['Removing tags from', 'changed'],
  invite: ['Inviting', 'invited'],
  message: ['Messaging', 'messaged'],
  remind: ['Reminding', 'reminded'],
}

/** Says what an action is doing, such as "Inviting 214 partners". `reached` leaves out the partners that it cannot reach, if they are known. */
export const doingText = ({ kind, total }: BulkAction, reached = total) =>
  `${verbs[kind][0]} ${formatCount(reached, 'partner')}`

/** Says how far an action is, such as "120 of 214". */
export const progressText = ({ kind, done, total }: BulkAction) =>
  done === 0 && isSent(kind) ? 'Starts in a few seconds' : `${formatNumber(done)} of ${formatNumber(total)}`

const isSent = (kind: BulkKind) => ['invite', 'message', 'remind'].includes(kind)

/** Says what an action has done, such as "214 partners changed" and "3 left out: 2 disabled, 1 signed in already". */
export const resultOf = ({ kind, done, changed, leftOut }: BulkAction) => {
  const reasons = Object.entries(leftOut) as [keyof typeof leftOut, number][]
  const missing = reasons.reduce((sum, [, count]) => sum + count, 0)
  const unchanged = done - changed - missing
  const parts = [
    missing > 0 &&
      `${formatNumber(missing)} left out: ${reasons
        .map(
          ([reason, count]) => (reasons.length > 1 ? `${formatNumber(count)} ` : '') + leftOutLabels[reason],
        )
        .join(', ')}`,
    unchanged > 0 && `${formatNumber(unchanged)} unchanged`,
  ].filter((part) => part !== false)
  return {
    title: `${formatCount(changed, 'partner')} ${verbs[kind][1]}`,
    ...(parts.length > 0 && { description: `${parts.join('. ')}.` }),
  }
}

/** Whether nothing more happens in an action. */
export const isOver = ({ finishedAt, takenBackAt, failedAt }: BulkAction) =>
  finishedAt !== null || takenBackAt !== null || failedAt !== null

/** Whether an action can still be taken back. What sends something cannot once it has begun. */
export const canTakeBack = ({ kind, done }: BulkAction) => done === 0 || !isSent(kind)
