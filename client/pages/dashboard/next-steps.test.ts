import { expect, test } from 'vitest'
import { activationRow } from '#test/browser/activation-rows.ts'
import { documentRow } from '#test/browser/document-rows.ts'
import { obligationRow } from '#test/browser/obligation-rows.ts'
import { taskRow } from '#test/browser/task-rows.ts'
import type { ActivationRow, DocumentRow, TaskRow } from '../../domain/rows/rows.ts'
import { nextSteps } from './next-steps.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

const document = (part: Partial<DocumentRow>): DocumentRow =>
  documentRow({ id: 'nda', documentTitle: 'Mutual Non-Disclosure and Non-Solicitation Agreement', ...part })

const task = (id: string, dueDate: string, part: Partial<TaskRow> = {}): TaskRow =>
  taskRow({ id, taskName: `Task ${id}`, dueDate, ...part })

const none = { obligations: [], activations: [] as ActivationRow[] }
const nothing = { ...none, unread: 0, files: [], hasOnboarded: true }
const known = { documents: [] as DocumentRow[], tasks: [] as TaskRow[], ...nothing, now }

test('a partner whose work is completed or due much later has no next step', () => {
  const documents = [document({ status: 'signed', signedAt: '2026-11-10T12:00:00Z' })]
  const tasks = [
    task('done', '2026-11-10T12:00:00Z', { status: 'completed' }),
    task('ahead', '2027-01-10T12:00:00Z'),
  ]
  expect(nextSteps({ ...known, documents, tasks })).toEqual([])
})

test('agreements come first, then overdue tasks, then tasks due soon, one line each', () => {
  const tasks = [
    task('a', '2026-11-10T12:00:00Z'),
    task('b', '2026-11-12T12:00:00Z', { status: 'in_progress' }),
    task('c', '2026-11-22T12:00:00Z'),
    task('d', '2026-11-23T12:00:00Z'),
  ]
  const documents = [
    document({}),
    document({
      id: 'vpa',
      documentType: 'venue_partnership_agreement',
      documentName: 'Venue Partnership Agreement',
    }),
  ]
  expect(nextSteps({ ...known, documents, tasks, hasOnboarded: false })).toEqual([
    {
      kind: 'agreement',
      text: '2 agreements to sign',
      note: 'NDA, Venue Partnership Agreement',
      action: { label: 'Review and sign', href: '/onboarding' },
    },
    {
      kind: 'overdue',
      text: '2 tasks are overdue',
      note: 'Task a,',
      at: '2026-11-10T12:00:00Z',
      action: { label: 'View tasks', rowId: 'task-a' },
    },
    {
      kind: 'due-soon',
      text: '2 tasks are due in the next 7 days',
      note: 'Task c,',
      at: '2026-11-22T12:00:00Z',
      action: { label: 'View tasks', rowId: 'task-c' },
    },
  ])
})

test('a single agreement or task is shown by its name', () => {
  const tasks = [task('a', '2026-11-10T12:00:00Z'), task('c', '2026-11-22T12:00:00Z')]
  expect(nextSteps({ ...known, documents: [document({})], tasks })).toMatchObject([
    { text: 'NDA', note: 'Waiting for your signature' },
    {
      text: 'Task a',
      note: 'Was due',
      at: '2026-11-10T12:00:00Z',
      action: { label: 'View task', href: '/?task=a' },
    },
    { text: 'Task c', note: 'Due', at: '2026-11-22T12:00:00Z' },
  ])
})

test('the next step leads an onboarded partner to the form of one agreement or the rows of several, never back to onboarding', () => {
  const [step] = nextSteps({ ...known, documents: [document({})] })
  expect(step?.action).toEqual({ label: 'Review and sign', href: '/?sign=nda' })
  const [several] = nextSteps({ ...known, documents: [document({}), document({ id: 'other' })] })
  expect(several?.action).toEqual({ label: 'View', rowId: 'document-nda' })
})

const file = (id: string, createdAt: string) => ({ id, title: `File ${id}`, createdAt })

test('unread messages come before tasks due soon, and new files last', () => {
  const tasks = [task('c', '2026-11-22T12:00:00Z')]
  const files = [file('x', '2026-11-19T12:00:00Z'), file('old', '2026-11-01T12:00:00Z')]
  expect(nextSteps({ ...known, unread: 2, files, tasks })).toMatchObject([
    { text: '2 unread messages', action: { opensChat: true } },
    { text: 'Task c' },
    { text: 'File x', note: 'New material', action: { label: 'View', href: '/resources?file=x' } },
  ])
  const [material] = nextSteps({ ...known, files: [...files, file('y', '2026-11-18T12:00:00Z')] })
  expect(material).toMatchObject({ text: 'New material', note: 'File x, File y' })
})

test('a task that was sent back comes first, with the reason, and is not repeated as overdue', () => {
  const sentBack = { status: 'in_progress', sentBackAt: '2026-11-18T12:00:00Z' } as const
  const tasks = [
    task('a', '2026-11-10T12:00:00Z', { ...sentBack, sentBackReason: 'The logo is cut off.' }),
    task('b', '2026-11-12T12:00:00Z'),
  ]
  const documents = [document({})]
  expect(nextSteps({ ...known, documents, tasks })).toMatchObject([
    { text: 'Task a', note: 'Needs changes: The logo is cut off.', action: { href: '/?task=a' } },
    { kind: 'agreement' },
    { kind: 'overdue', text: 'Task b' },
  ])
  const more = task('c', '2027-01-10T12:00:00Z', { ...sentBack, sentBackReason: 'Too dark.' })
  expect(nextSteps({ ...known, tasks: [...tasks, more] })[0]).toMatchObject({
    text: '2 tasks need changes',
    note: 'Task a: The logo is cut off. · Task c: Too dark.',
    action: { rowId: 'task-a' },
  })
  const done = tasks.map((each) => ({ ...each, status: 'completed' as const }))
  expect(nextSteps({ ...known, tasks: done })).toEqual([])
})

test('a partner is asked about the latest event without a recap, after what is late and before messages', () => {
  const past = (id: string, fields: Partial<ActivationRow> = {}) =>
    activationRow({ id, name: `Event ${id}`, activationDate: '2026-11-18T12:00:00Z', ...fields })
  const activations = [
    past('ahead', { activationDate: '2026-11-20T11:00:00Z' }),
    past('sent', { hasRecap: true }),
    past('canceled', { stage: 'canceled' }),
    past('old', { activationDate: '2026-10-19T12:00:00Z' }),
    past('asked'),
  ]
  const tasks = [task('a', '2026-11-10T12:00:00Z')]
  const steps = nextSteps({ ...known, activations, tasks, unread: 1 })
  expect(steps.map(({ kind }) => kind)).toEqual(['overdue', 'recap', 'message'])
  expect(steps[1]).toMatchObject({
    text: 'How did Event asked go?',
    action: { label: 'Write the recap', href: '/?recap=asked' },
  })
  expect(nextSteps({ ...known, activations, hasOnboarded: false })).toEqual([])
})

test('there are at most three steps', () => {
  const tasks = [task('a', '2026-11-10T12:00:00Z'), task('c', '2026-11-22T12:00:00Z')]
  const steps = nextSteps({ ...known, documents: [document({})], tasks, unread: 1 })
  expect(steps.map(({ kind }) => kind)).toEqual(['agreement', 'overdue', 'message'])
})

test('what the partner owes is a step when it is late, and in the seven days before', () => {
  const owed = obligationRow({ kind: 'collateral', owedBy: 'partner', dueOn: '2026-11-24' })
  const step = { kind: 'owed', text: 'Delivery of materials', note: 'Due Nov 24' }
  const view = { label: 'View', href: '/?owed=all' }
  const stepsOf = (...obligations: (typeof owed)[]) => nextSteps({ ...known, obligations })
  expect(stepsOf(owed)).toEqual([{ ...step, action: view }])
  const late = { ...owed, dueOn: '2026-11-12', isLate: true }
  expect(stepsOf(late, { ...late, kind: 'guest_count' }, owed)).toEqual([
    { kind: 'late', text: '2 things are late', note: 'Delivery of materials, Nov 12', action: view },
    { ...step, action: view },
  ])
  expect(
    stepsOf(
      { ...owed, owedBy: 'company' },
      { ...owed, status: 'waived' },
      { ...owed, kind: 'setup' },
      { ...owed, dueOn: '2026-12-20' },
    ),
  ).toEqual([])
})
