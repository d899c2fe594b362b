import { z } from 'zod'

export const taskTypes = ['physical', 'digital_social', 'ooh_screen_placement'] as const
export const TaskType = z.enum(taskTypes)
export type TaskType = z.output<typeof TaskType>

export const taskStatuses = ['pending', 'in_progress', 'completed'] as const
export const TaskStatus = z.enum(taskStatuses)
export type TaskStatus = z.output<typeof TaskStatus>
