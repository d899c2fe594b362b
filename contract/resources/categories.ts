import { z } from 'zod'

export const resourceCategories = ['activation', 'creative', 'training'] as const
export const ResourceCategory = z.enum(resourceCategories)
export type ResourceCategory = z.output<typeof ResourceCategory>

export const categoryLabels: Record<ResourceCategory, string> = {
  activation: 'Activation Materials',
  creative: 'Creative Assets',
  training: 'Communication',
}
