import type { TaskDetails } from '#contract/task-work.ts'
import type { PartnerTask, TaskDefinition } from '#contract/tasks.ts'
import { profile, support } from './people.ts'

let last = 0

/** A task of `partner`, due in 2099. */
export const taskRow = (fields: Partial<PartnerTask> = {}): PartnerTask => ({
  id: `55555555-5555-4555-8555-${String(++last).padStart(12, '0')}`,
  partnerId: profile.id,
  taskName: 'Hang the posters',
  instructions: null,
  dueDate: '2099-03-05T20:00:00.000Z',
  taskType: 'physical',
  filePath: null,
  fileName: null,
  fileType: null,
  fileSize: null,
  status: 'pending',
  acceptedAt: null,
  sentBackAt: null,
  sentBackReason: null,
  owner: null,
  assignee: null,
  completedBy: null,
  activation: null,
  proofCount: 0,
  commentCount: 0,
  definitionId: null,
  isShared: false,
  assignedPartnerIds: [],
  assignedGroup: null,
  repeats: null,
  createdBy: support.id,
  createdAt: '2026-11-01T15:00:00.000Z',
  updatedAt: '2026-11-01T15:00:00.000Z',
  ...fields,
})

/** A task for twelve partners; three have completed it and two are late. */
export const taskDefinition = (fields: Partial<TaskDefinition> = {}): TaskDefinition => {
  const { id, taskName, instructions, dueDate, taskType, createdAt, updatedAt } = taskRow()
  return {
    ...{ id, taskName, instructions, dueDate, taskType, createdAt, updatedAt },
    ...{ partnerId: null, filePath: null, fileName: null, fileType: null, fileSize: null },
    ...{ status: 'in_progress', owner: null, assignedPartnerIds: [], assignedGroup: null, repeats: null },
    progress: { partners: 12, pending: 5, inProgress: 4, completed: 3, overdue: 2 },
    createdBy: support.id,
    ...fields,
  }
}

const ofPartner = {
  id: profile.id,
  fullName: profile.fullName,
  businessName: profile.businessName,
  peopleCount: 1,
}

type DetailsFields = Partial<Omit<TaskDetails, 'partner'>> & { partner?: Partial<TaskDetails['partner']> }

/** A task of `partner`, who has no colleagues, with its details. */
export const taskDetails = (fields: DetailsFields = {}): TaskDetails => ({
  ...taskRow(),
  proofs: [],
  comments: [],
  history: [],
  ...fields,
  partner: { ...ofPartner, ...fields.partner },
})
