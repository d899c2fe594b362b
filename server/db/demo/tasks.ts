import { randomUUID } from 'node:crypto'
import type { TaskStatus } from '#contract/task-status.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { taskDefinitions } from '#server/db/schema/shared.ts'
import { taskComments, taskProofs } from '#server/db/schema/tasks.ts'
import {
  taskAccepted,
  taskChanged,
  taskCommented,
  taskCreated,
  taskProofAdded,
  taskSentBack,
} from '#server/features/tasks/events.ts'
import { drawSample, readSample, storeSample } from './files.ts'
import { insertMany } from './insert-many.ts'
import { after, daysAgo, noonIn, onWorkday } from './moments.ts'
import type { DemoDeps, Partner } from './people.ts'
import { paulasTasks, type TaskContent, taskContents } from './task-contents.ts'

interface DemoTask extends TaskContent {
  partner: Partner
  id: string
  status: TaskStatus
  dueIn: number
  createdAt: Date
  /** When the partner started the task; `completedAt` is when they completed it. */
  begunAt?: Date
  completedAt?: Date
  isAccepted?: boolean
  isSentBack?: boolean
}

/** More proofs would only store the same sample pictures again. */
const maxProofs = 6

/** Creates the tasks of all partners, with their comments, proofs and acceptances. */
export const createTasks = async (deps: DemoDeps, partners: Partner[]) => {
  const tasks = partners.flatMap(tasksOf)
  const rows = tasks.map(taskRow)
  await insertMany(deps.db, taskDefinitions, rows.map(definitionRow))
  await insertMany(deps.db, partnerTasks, rows)
  for (const task of tasks) recordTask(deps, task)
  await deps.db.insert(taskComments).values(tasks.flatMap((task) => commentsOf(deps, task)))
  const proven = tasks.filter(({ proof, completedAt }) => proof && completedAt).slice(0, maxProofs)
  const samples = await readProofs()
  const stored = proven.map((task) => storeProof(deps, task, samples))
  await deps.db.insert(taskProofs).values(await Promise.all(stored))
}

const tasksOf = (partner: Partner): DemoTask[] => {
  const [, , , contract] = partner.steps
  if (contract === undefined) return []
  return partner.email === 'partner@demo.test' ? paulasOf(partner) : followingOf(partner, contract)
}

const paulasOf = (partner: Partner): DemoTask[] =>
  paulasTasks.map(({ state, ...content }) => {
    const { dueIn } = content
    const created = Math.max(12 - dueIn, 6)
    const isDone = state === 'to-accept' || state === 'accepted'
    return {
      ...content,
      partner,
      id: randomUUID(),
      status: isDone ? 'completed' : state === 'sent-back' ? 'in_progress' : state,
      createdAt: onWorkday(created, '9:30'),
      ...(state !== 'pending' && { begunAt: onWorkday(created - 2, '10:15') }),
      ...((isDone || state === 'sent-back') && { completedAt: onWorkday(Math.max(1, 1 - dueIn), '14:20') }),
      isAccepted: state === 'accepted',
      isSentBack: state === 'sent-back',
    }
  })

/** Returns the tasks that a partner got one after the other since the contract, at most twelve weeks back. */
const followingOf = (partner: Partner, contract: number): DemoTask[] => {
  const { index } = partner
  const gap = 13 + (index % 4)
  const first = Math.min(contract - 1, 80 - (index % 5))
  const count = Math.max(0, Math.ceil(first / gap))
  return Array.from({ length: count }, (_, row) => {
    const created = first - row * gap
    const dueIn = 11 - created
    const content = taskContents[(index + row) % taskContents.length] as TaskContent
    const task = { ...content, partner, id: randomUUID(), dueIn, createdAt: onWorkday(created, '9:40') }
    const isLate = dueIn < 0 && dueIn > -13 && (index + row) % 3 === 0
    const begunAt = onWorkday(Math.max(1, created - 2), '11:10')
    if (isLate || dueIn >= 0) {
      if (created < 3 || (index + row) % 2 === 0) return { ...task, status: 'pending' }
      return { ...task, status: 'in_progress', begunAt }
    }
    const completedAt = onWorkday(Math.max(1, 1 - dueIn + (index % 3)), `${13 + (row % 4)}:25`)
    return { ...task, status: 'completed', begunAt, completedAt, isAccepted: dueIn < -4 }
  })
}

const definitionRow = ({
  partnerId,
  id,
  taskName,
  taskType,
  instructions,
  dueDate,
  ownerId,
  createdBy,
  createdAt,
  updatedAt,
}: ReturnType<typeof taskRow>) => ({
  ...{ id, taskName, taskType, instructions, dueDate, ownerId, createdBy, createdAt, updatedAt },
  assignedPartnerIds: [partnerId],
  isForOne: true,
})

const acceptedAtOf = ({ completedAt, isAccepted }: DemoTask) =>
  completedAt && isAccepted ? after(completedAt, 20) : null

const sentBackAtOf = ({ completedAt }: DemoTask) => after(completedAt ?? daysAgo(1), 2)

const taskRow = (task: DemoTask) => {
  const { partner, id, status, dueIn, createdAt, begunAt, completedAt } = task
  const { taskName, taskType, instructions, comments = [], isSentBack } = task
  const acceptedAt = acceptedAtOf(task)
  const sentBackAt = isSentBack ? sentBackAtOf(task) : null
  return {
    id,
    // The task is for this partner alone, so its definition has the same id.
    definitionId: id,
    partnerId: partner.id,
    taskName,
    taskType,
    instructions,
    status,
    dueDate: noonIn(dueIn),
    ownerId: partner.caretaker.id,
    createdBy: partner.caretaker.id,
    acceptedAt,
    acceptedBy: acceptedAt && partner.caretaker.id,
    completedBy: status === 'completed' ? partner.user.id : null,
    sentBackAt,
    sentBackReason: sentBackAt && comments.at(-1)?.[1],
    createdAt,
    updatedAt: acceptedAt ?? sentBackAt ?? completedAt ?? begunAt ?? createdAt,
  }
}

const aboutTask = ({ id, taskName, partner }: DemoTask, status: TaskStatus) => ({
  id,
  taskName,
  partnerId: partner.id,
  status,
})

const recordTask = ({ journal }: DemoDeps, task: DemoTask) => {
  const { partner, id, taskName, createdAt, begunAt, completedAt, isSentBack } = task
  const { user, caretaker } = partner
  const move = (from: TaskStatus, to: TaskStatus) => ({
    former: aboutTask(task, from),
    task: aboutTask(task, to),
  })

  // The portal writes this activity in the statement that assigns the task, so the event below does not add it.
  journal.activity(partner.id, createdAt, caretaker, ['task_created', `Task "${taskName}" created`], {
    taskId: id,
  })
  journal.record(createdAt, taskCreated, caretaker, {
    task: aboutTask(task, 'pending'),
    after: { taskName },
  })
  const fields = ['status']
  if (begunAt) journal.record(begunAt, taskChanged, user, { ...move('pending', 'in_progress'), fields })
  if (completedAt) {
    journal.record(completedAt, taskChanged, user, { ...move('in_progress', 'completed'), fields })
  }
  const acceptedAt = acceptedAtOf(task)
  if (acceptedAt) {
    const done = aboutTask(task, 'completed')
    journal.record(acceptedAt, taskAccepted, caretaker, { task: done, after: { acceptedAt } })
  }
  if (isSentBack) {
    journal.record(sentBackAtOf(task), taskSentBack, caretaker, {
      ...move('completed', 'in_progress'),
      comment: task.comments?.at(-1)?.[1] ?? '',
      before: { status: 'completed' },
      after: { status: 'in_progress' },
    })
  }
}

/** Returns comments at increasing times. The last comment of a task that was sent back dates from the moment it was sent back. */
const commentsOf = ({ journal }: DemoDeps, task: DemoTask) => {
  const { partner, id, createdAt, begunAt, comments = [], isSentBack } = task
  if (!begunAt && partner.index > 0) return []
  return comments.map(([from, body], row) => {
    const author = from === 'partner' ? partner.user : partner.caretaker
    const isLast = row === comments.length - 1
    const at = isSentBack && isLast ? sentBackAtOf(task) : after(begunAt ?? createdAt, 0.7 + 1.5 * row)
    // Sending the task back records the last comment.
    if (!isSentBack || !isLast)
      journal.record(at, taskCommented, author, { task: aboutTask(task, task.status), body })
    return { taskId: id, authorId: author.id, body, createdAt: at }
  })
}

const proofs = {
  'proof-window': { name: 'Front window.jpg', sample: 'proof-window.jpg' },
  'proof-screen': { name: 'Lobby screen.jpg', sample: 'proof-screen.jpg' },
}

const readProofs = async () => {
  const read = Object.entries(proofs).map(async ([key, { sample }]) => {
    const bytes = await readSample('pictures', sample)
    return [key, { bytes, thumbnail: await drawSample(bytes, 'jpg') }] as const
  })
  return new Map<string, { bytes: Buffer; thumbnail: Buffer | null }>(await Promise.all(read))
}

const storeProof = async (
  { store, journal }: DemoDeps,
  task: DemoTask,
  samples: Awaited<ReturnType<typeof readProofs>>,
) => {
  const { partner, id, completedAt = daysAgo(1), proof = 'proof-window' } = task
  const sample = samples.get(proof)
  if (!sample) throw new Error(`there is no sample of ${proof}`)
  const createdAt = after(completedAt, -0.05)
  const { bytes, thumbnail } = sample
  const described = { fileName: proofs[proof].name, fileType: 'jpg' as const }
  const {
    objectKey: filePath,
    sha256: fileSha256,
    ...file
  } = await storeSample(store, bytes, described, thumbnail)
  const { fileName } = described
  journal.record(createdAt, taskProofAdded, partner.user, { task: aboutTask(task, task.status), fileName })
  const thumbnailSize = thumbnail?.length ?? null
  return { ...file, filePath, fileSha256, thumbnailSize, taskId: id, uploadedBy: partner.user.id, createdAt }
}
