import type { ActivationRow, DocumentRow, TaskRow } from '#client/domain/rows/rows.ts'
import { needsRecap } from '#client/features/activations/activation-times.ts'
import { signingAddress } from '#client/features/documents/queries.ts'
import { isDueSoon, isOverdue, isSentBack } from '#client/features/tasks/task-state.ts'
import { formatCount, formatDay } from '#client/lib/format.ts'
import { isOneOf, obligationKindLabels, passingKinds } from '#contract/obligations/kinds.ts'
import type { Obligation } from '#contract/obligations/obligations.ts'
import type { Resource } from '#contract/resources/resources.ts'
import { addressOf } from '#contract/screens.ts'

/** One next step, with the target of its action: an address, the element id of a row on this screen, or the chat. */
export type NextStep = {
  kind:
    | 'sent-back'
    | 'agreement'
    | 'late'
    | 'overdue'
    | 'recap'
    | 'message'
    | 'owed'
    | 'due-soon'
    | 'material'
  text: string
  note: string
  /** The moment to show at the end of the note. */
  at?: string
  action: { label: string } & ({ href: string } | { rowId: string } | { opensChat: true })
}

type NextStepsOf = {
  documents: DocumentRow[]
  tasks: TaskRow[]
  /** What the agreements ask of both sides, next due first. */
  obligations: Obligation[]
  activations: ActivationRow[]
  /** The number of unread messages. */
  unread: number
  /** The most recently added files. */
  files: Pick<Resource, 'id' | 'title' | 'createdAt'>[]
  hasOnboarded: boolean
  now: number
}

const maxSteps = 3
const soonMs = 7 * 24 * 60 * 60 * 1000
const newForMs = 7 * 24 * 60 * 60 * 1000

/** Returns a partner's next steps, the most urgent first; at most one each for sent-back work, agreements, what is owed, tasks, messages and files. */
export const nextSteps = ({
  documents,
  tasks,
  obligations,
  activations,
  unread,
  files,
  hasOnboarded,
  now,
}: NextStepsOf): NextStep[] => {
  const open = documents.filter(({ status, declinedAt }) => status === 'pending' && !declinedAt)
  const others = tasks.filter((task) => !isSentBack(task))
  const overdue = others.filter((task) => isOverdue(task, now))
  const dueSoon = others.filter((task) => isDueSoon(task, now))
  const owed = obligations.filter(
    ({ owedBy, status, kind }) => owedBy === 'partner' && status === 'open' && !isOneOf(passingKinds, kind),
  )
  const late = owed.filter(({ isLate }) => isLate)
  const soon = owed.filter(({ dueOn, isLate }) => !isLate && Date.parse(dueOn) < now + soonMs)
  return [
    sentBackStep(tasks.filter(isSentBack)),
    agreementStep(open, hasOnboarded),
    owedStep('late', late, 'Was due', 'things are late'),
    taskStep('overdue', overdue, 'Was due', 'tasks are overdue'),
    recapStep(activations.filter((activation) => hasOnboarded && needsRecap(activation, now))),
    messageStep(unread),
    owedStep('owed', soon, 'Due', 'things are due in the next 7 days'),
    taskStep('due-soon', dueSoon, 'Due', 'tasks are due in the next 7 days'),
    materialStep(files.filter(({ createdAt }) => Date.parse(createdAt) > now - newForMs)),
  ]
    .filter((step) => step !== null)
    .slice(0, maxSteps)
}

/** Makes the step for what the agreements ask of the partner. Its day is at the place, so that it is named without a time zone. */
const owedStep = (
  kind: 'late' | 'owed',
  owed: Obligation[],
  due: string,
  several: string,
): NextStep | null => {
  const [first] = owed
  if (!first) return null
  const name = obligationKindLabels[first.kind]
  const day = formatDay(`${first.dueOn}T12:00:00Z`, 'UTC')
  const action = { label: 'View', href: addressOf.owed }
  return owed.length === 1
    ? { kind, text: name, note: `${due} ${day}`, action }
    : { kind, text: `${owed.length} ${several}`, note: `${name}, ${day}`, action }
}

const recapStep = (activations: ActivationRow[]): NextStep | null => {
  const [first] = activations
  if (!first) return null
  return {
    kind: 'recap',
    text: `How did ${first.name} go?`,
    note: 'Two numbers and a few photos are enough',
    action: { label: 'Write the recap', href: addressOf.writeRecap(first.id) },
  }
}

const messageStep = (unread: number): NextStep | null =>
  unread > 0
    ? {
        kind: 'message',
        text: formatCount(unread, 'unread message'),
        note: 'From the partner team',
        action: { label: 'Read', opensChat: true },
      }
    : null

const materialStep = (files: NextStepsOf['files']): NextStep | null => {
  const [first] = files
  if (!first) return null
  const isOne = files.length === 1
  return {
    kind: 'material',
    text: isOne ? first.title : 'New material',
    note: isOne ? 'New material' : files.map(({ title }) => title).join(', '),
    action: { label: 'View', href: isOne ? addressOf.resource(first.id) : '/resources' },
  }
}

const agreementStep = (open: DocumentRow[], hasOnboarded: boolean): NextStep | null => {
  const [first] = open
  if (!first) return null
  const content =
    open.length === 1
      ? { text: first.documentName, note: 'Waiting for your signature' }
      : {
          text: `${open.length} agreements to sign`,
          note: open.map(({ documentName }) => documentName).join(', '),
        }
  const href = !hasOnboarded ? '/onboarding' : open.length === 1 ? signingAddress(first) : undefined
  const action = href ? { label: 'Review and sign', href } : { label: 'View', rowId: `document-${first.id}` }
  return { kind: 'agreement', ...content, action }
}

const sentBackStep = (tasks: TaskRow[]): NextStep | null => {
  const [first] = tasks
  if (!first) return null
  return tasks.length === 1
    ? {
        kind: 'sent-back',
        text: first.taskName,
        note: `Needs changes: ${first.sentBackReason}`,
        action: { label: 'View task', href: addressOf.task(first.id) },
      }
    : {
        kind: 'sent-back',
        text: `${tasks.length} tasks need changes`,
        note: tasks.map(({ taskName, sentBackReason }) => `${taskName}: ${sentBackReason}`).join(' · '),
        action: { label: 'View tasks', rowId: `task-${first.id}` },
      }
}

const taskStep = (
  kind: 'overdue' | 'due-soon',
  tasks: TaskRow[],
  due: string,
  several: string,
): NextStep | null => {
  const [first] = tasks
  if (!first) return null
  return tasks.length === 1
    ? {
        kind,
        text: first.taskName,
        note: due,
        at: first.dueDate,
        action: { label: 'View task', href: addressOf.task(first.id) },
      }
    : {
        kind,
        text: `${tasks.length} ${several}`,
        note: `${first.taskName},`,
        at: first.dueDate,
        action: { label: 'View tasks', rowId: `task-${first.id}` },
      }
}
