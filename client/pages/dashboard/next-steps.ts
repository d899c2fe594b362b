import { type DocumentRow, documentTitle, type TaskRow } from '#client/domain/rows/rows.ts'
import { signingAddress } from '#client/features/documents/queries.ts'
import { isDueSoon, isOverdue } from '#client/features/tasks/task-state.ts'
import { formatDate } from '#client/lib/format.ts'

/** One thing to do next, with a link to it: to a screen, or to a row of this one by the id of its element. */
export type NextStep = {
  kind: 'agreement' | 'overdue' | 'due-soon'
  text: string
  note: string
  action: { label: string; href: string } | { label: string; rowId: string }
}

type NextStepsOf = { documents: DocumentRow[]; tasks: TaskRow[]; hasOnboarded: boolean; now: number }

/** The next steps of a partner, the most urgent first: one each for agreements, overdue tasks and tasks due soon. */
export const nextSteps = ({ documents, tasks, hasOnboarded, now }: NextStepsOf): NextStep[] => {
  const open = documents.filter((document) => document.status === 'pending')
  const overdue = tasks.filter((task) => isOverdue(task, now))
  const dueSoon = tasks.filter((task) => isDueSoon(task, now))
  return [
    agreementStep(open, hasOnboarded),
    taskStep('overdue', overdue, 'Was due', 'tasks are overdue'),
    taskStep('due-soon', dueSoon, 'Due', 'tasks are due in the next 7 days'),
  ].filter((step) => step !== null)
}

const agreementStep = (open: DocumentRow[], hasOnboarded: boolean): NextStep | null => {
  const [first] = open
  if (!first) return null
  const content =
    open.length === 1
      ? { text: documentTitle(first), note: 'Waiting for your signature' }
      : { text: `${open.length} agreements to sign`, note: open.map(documentTitle).join(', ') }
  const href = !hasOnboarded ? '/onboarding' : open.length === 1 ? signingAddress(first) : undefined
  const action = href ? { label: 'Review and sign', href } : { label: 'View', rowId: `document-${first.id}` }
  return { kind: 'agreement', ...content, action }
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
