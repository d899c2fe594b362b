export const taskTypes = ['physical', 'digital_social', 'ooh_screen_placement'] as const
export type TaskType = (typeof taskTypes)[number]

export const taskTypeLabels: Record<TaskType, string> = {
  physical: 'Physical',
  digital_social: 'Digital/Social',
  ooh_screen_placement: 'OOH Screen Placement',
}

export const taskStatuses = ['pending', 'in_progress', 'completed'] as const
export type TaskStatus = (typeof taskStatuses)[number]

export const taskStatusLabels: Record<TaskStatus, string> = {
  pending: 'Pending',
  in_progress: 'In Progress',
  completed: 'Completed',
}
