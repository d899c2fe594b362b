import { documentTitle } from '#client/domain/document-title.ts'
import type { DocumentRow, TaskRow } from '#client/domain/rows/rows.ts'
import { signingAddress } from '#client/features/documents/sign-link.tsx'
import { isDueSoon, isOverdue } from '#client/features/tasks/task-state.ts'
import { formatDate } from '#client/lib/format.ts'

/** A line of what is next, with where it leads: to a screen, or to a row of this one by its element's id. */
export type NextStep = {
  kind: 'agreement' | 'overdue' | 'due-soon'
  text: string
  note: string
  action: { label: string; href: string } | { label: string; rowId: string }
}

type Known = { documents: DocumentRow[]; tasks: TaskRow[]; onboarded: boolean; now: number }

/** What waits for a partner, the most pressing first: one line each of agreements, overdue tasks and tasks due soon. */
export const nextSteps = ({ documents, tasks, onboarded, now }: Known): NextStep[] => {
  const open = documents.filter((document) => document.status === 'pending')
  const overdue = tasks.filter((task) => isOverdue(task, now))
  const dueSoon = tasks.filter((task) => isDueSoon(task, now))
  return [
    agreementStep(open, onboarded),
    taskStep('overdue', overdue, 'Was due', 'tasks are overdue'),
    taskStep('due-soon', dueSoon, 'Due', 'tasks are due in the next 7 days'),
  ].filter((step) => step !== null)
}

const agreementStep = (open: DocumentRow[], onboarded: boolean): NextStep | null => {
  const [first] = open
  if (!first) return null
  const words =
    open.length === 1
      ? { text: documentTitle(first), note: 'Waiting for your signature' }
      : { text: `${open.length} agreements to sign`, note: open.map(documentTitle).join(', ') }
  const href = !onboarded ? '/onboarding' : open.length === 1 ? signingAddress(first) : undefined
  const action = href ? { label: 'Review and sign', href } : { label: 'View', rowId: `document-${first.id}` }
  return { kind: 'agreement', ...words, action }
}

const taskStep = (
  kind: 'overdue' | 'due-soon',
  tasks: TaskRow[],
  due: string,
  several: string,
): NextStep | null => {
  const [first] = tasks
  if (!first) return null
  const rowId = `task-${first.id}`
  const day = formatDate(first.dueDate)
  return tasks.length === 1
    ? { kind, text: first.taskName, note: `${due} ${day}`, action: { label: 'View task', rowId } }
    : {
        kind,
        text: `${tasks.length} ${several}`,
        note: `${first.taskName}, ${day}`,
        action: { label: 'View tasks', rowId },
      }
}
