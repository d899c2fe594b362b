import { formatDate } from '#client/lib/format.ts'
import { documentTitle } from './document-title.ts'
import type { DocumentRow, TaskRow } from './rows.ts'
import { isDueSoon, isOverdue } from './task-state.ts'

/** A line of what is next, with where it leads: to a screen, or to a row of this one by its element's id. */
export type NextStep = {
  kind: 'agreement' | 'overdue' | 'due-soon'
  text: string
  action: { label: string; href: string } | { label: string; rowId: string }
}

type Known = { documents: DocumentRow[]; tasks: TaskRow[]; onboarded: boolean; now: number }

/** What waits for a partner, the most pressing first: one line each of agreements, overdue tasks and tasks due soon. */
export const nextSteps = ({ documents, tasks, onboarded, now }: Known): NextStep[] => {
  const steps = [
    agreementStep(
      documents.filter((document) => document.status === 'pending'),
      onboarded,
    ),
    taskStep(
      'overdue',
      tasks.filter((task) => isOverdue(task, now)),
      (task) => `“${task.taskName}” was due ${formatDate(task.dueDate)}`,
      (count) => `${count} tasks are overdue`,
    ),
    taskStep(
      'due-soon',
      tasks.filter((task) => isDueSoon(task, now)),
      (task) => `“${task.taskName}” is due ${formatDate(task.dueDate)}`,
      (count) => `${count} tasks are due in the next 7 days`,
    ),
  ]
  return steps.filter((step) => step !== null)
}

const agreementStep = (open: DocumentRow[], onboarded: boolean): NextStep | null => {
  const [first] = open
  if (!first) return null
  const text =
    open.length === 1
      ? `Your ${documentTitle(first)} is waiting for your signature`
      : `${open.length} agreements are waiting for your signature`
  const action = onboarded
    ? { label: 'View', rowId: `document-${first.id}` }
    : { label: 'Review and sign', href: '/onboarding' }
  return { kind: 'agreement', text, action }
}

const taskStep = (
  kind: 'overdue' | 'due-soon',
  tasks: TaskRow[],
  one: (task: TaskRow) => string,
  several: (count: number) => string,
): NextStep | null => {
  const [first] = tasks
  if (!first) return null
  const alone = tasks.length === 1
  return {
    kind,
    text: alone ? one(first) : several(tasks.length),
    action: { label: alone ? 'View task' : 'View tasks', rowId: `task-${first.id}` },
  }
}
