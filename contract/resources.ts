import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, isoDate } from './fields.ts'

export const resourceCategories = ['activation', 'creative', 'training'] as const
export const ResourceCategory = z.enum(resourceCategories)
export type ResourceCategory = z.output<typeof ResourceCategory>

export const categoryLabels: Record<ResourceCategory, string> = {
  activation: 'Activation Materials',
  creative: 'Creative Assets',
  training: 'Communication',
}

export const Resource = z.strictObject({
  id,
  title: z.string(),
  description: z.string().nullable(),
  category: ResourceCategory,
  folderId: id.nullable(),
  filePath: z.string(),
  fileType: z.string(),
  fileSize: z.number().int(),
  downloadCount: z.number().int(),
  updatedAt: isoDate,
})
export type Resource = z.input<typeof Resource>

export const listResources = endpoint({
  method: 'GET',
  path: '/api/resources',
  access: 'onboarded',
  summary: 'The files that the caller may see, by title',
  query: z.strictObject({ category: ResourceCategory.optional(), folder: id.optional() }),
  answers: { 200: z.array(Resource) },
})
