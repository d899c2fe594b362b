/** The actions on recurring tasks, templates and sets in the audit log. */
export const taskPlanActionLabels = {
  'task_series.created': 'Recurring task created',
  'task_series.changed': 'Recurring task changed',
  'task_series.stopped': 'Recurring task stopped',
  'task_series.resumed': 'Recurring task resumed',
  'task_series.deleted': 'Recurring task deleted',
  'task_template.created': 'Task template created',
  'task_template.changed': 'Task template changed',
  'task_template.deleted': 'Task template deleted',
  'task_set.created': 'Task set created',
  'task_set.changed': 'Task set changed',
  'task_set.deleted': 'Task set deleted',
  'task_set.given': 'Task set given',
} as const
