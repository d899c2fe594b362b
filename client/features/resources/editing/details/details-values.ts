import { z } from 'zod'
import type { ResourceCategory } from '#contract/resources/categories.ts'
import { type Resource, UpdateResource } from '#contract/resources/resources.ts'
import { type Audience, audienceOf, audienceProblems, forEveryone } from '../audience/audience.ts'

/** What is said of a file, as the form holds it. */
export type DetailsValues = {
  title: string
  description: string
  category: ResourceCategory | ''
  /** Empty for no folder. */
  folderId: string
  audience: Audience
}

export const emptyDetails: DetailsValues = {
  title: '',
  description: '',
  category: '',
  folderId: '',
  audience: forEveryone,
}

export const detailsOf = (file: Resource): DetailsValues => ({
  title: file.title,
  description: file.description ?? '',
  category: file.category,
  folderId: file.folderId ?? '',
  audience: audienceOf(file),
})

const { title, description, category } = UpdateResource.shape

export const detailsSchema = z.object({
  title,
  description,
  category,
  folderId: z.string().transform((id) => id || null),
  audience: z.custom<Audience>().superRefine((audience, { addIssue }) => {
    for (const [part, message] of Object.entries(audienceProblems(audience))) {
      addIssue({ code: 'custom', path: [part], message })
    }
  }),
})

/** What the form gives once it is right. */
export type Details = z.output<typeof detailsSchema>
