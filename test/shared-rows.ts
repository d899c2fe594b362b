import { sharedDocuments, taskDefinitions } from '#server/db/schema/shared.ts'
import type { TestApp } from './app.ts'

type Portal = Pick<TestApp, 'db'>
type New<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>

const firstRow = <T>([row]: T[]): T => {
  if (row === undefined) throw new Error('no row came back')
  return row
}

/** Creates a task for several partners, by default for a group without members, so that no partner has it yet. */
export const createTaskDefinition = async ({ db }: Portal, task: New<typeof taskDefinitions> = {}) => {
  const taskName = 'Hang the posters everywhere'
  const form = { taskType: 'physical' as const, dueDate: new Date('2049-03-01T12:00:00Z') }
  return firstRow(
    await db
      .insert(taskDefinitions)
      .values({ taskName, ...form, assignedGroup: 'Nobody', ...task })
      .returning(),
  )
}

/** Creates an agreement for several partners, with the same defaults as `createTaskDefinition`. */
export const createSharedDocument = async ({ db }: Portal, document: New<typeof sharedDocuments> = {}) =>
  firstRow(
    await db
      .insert(sharedDocuments)
      .values({ documentType: 'venue_partnership_agreement', assignedGroup: 'Nobody', ...document })
      .returning(),
  )
