import type { CalendarEvent } from '#server/http/calendar-file.ts'

interface DueTask {
  id: string
  name: string
  dueDate: Date
  instructions: string | null
  createdAt: Date
  updatedAt: Date
}

/** Returns the due date of a task as an event of a calendar. */
export const eventOfTask = (
  { id, name, dueDate, instructions, createdAt, updatedAt }: DueTask,
  url: string,
): CalendarEvent => ({
  id,
  name: `Due: ${name}`,
  start: dueDate,
  description: instructions,
  url,
  createdAt,
  updatedAt,
  isDue: true,
})
