export const resourceCategories = ['activation', 'creative', 'training'] as const
export type ResourceCategory = (typeof resourceCategories)[number]

export const categoryLabels: Record<ResourceCategory, string> = {
  activation: 'Activation Materials',
  creative: 'Creative Assets',
  training: 'Communication',
}
