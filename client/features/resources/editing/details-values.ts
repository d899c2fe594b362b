import { useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { type EditFormOptions, useEditForm } from '#client/lib/use-edit-form.ts'
import type { Received } from '#contract/endpoint.ts'
import { listPartners } from '#contract/partners/partners.ts'
import type { ResourceCategory } from '#contract/resources/categories.ts'
import { type Resource, UpdateResource } from '#contract/resources/resources.ts'
import {
  type Audience,
  audienceOf,
  audienceProblems,
  forEveryone,
  sentAudience,
  withPartnersOf,
} from './audience.ts'

/** The details of a file, as the form has them. */
export type DetailsValues = {
  title: string
  description: string
  category: ResourceCategory | ''
  /** Empty for no folder. */
  folderId: string
  audience: Audience
}

const emptyDetails: DetailsValues = {
  title: '',
  description: '',
  category: '',
  folderId: '',
  audience: forEveryone,
}

/** The initial values of the form; empty for a new file. */
export const detailsOf = (file: Resource | null): DetailsValues =>
  file
    ? {
        title: file.title,
        description: file.description ?? '',
        category: file.category,
        folderId: file.folderId ?? '',
        audience: audienceOf(file),
      }
    : emptyDetails

const { title, description, category } = UpdateResource.shape

type PartnerIds = readonly { id: string }[] | undefined

const detailsSchema = (readPartners: () => PartnerIds) =>
  z.object({
    title,
    description,
    category,
    folderId: z.string().transform((id) => id || null),
    audience: z
      .custom<Audience>()
      .transform((audience) => withPartnersOf(audience, readPartners()))
      .superRefine((audience, { addIssue }) => {
        for (const [part, message] of Object.entries(audienceProblems(audience))) {
          addIssue({ code: 'custom', path: [part], message })
        }
      }),
  })

/** The validated values of the form. */
export type Details = z.output<ReturnType<typeof detailsSchema>>

/** The details as the server takes them. */
export const sentDetails = ({ audience, ...details }: Details) => ({ ...details, ...sentAudience(audience) })

// As the server names them.
const fieldNames = { assignedGroup: 'audience.group', assignedPartnerIds: 'audience.partners' }

type Options<Item extends { updatedAt: string }> = Omit<
  EditFormOptions<DetailsValues, Details, Item>,
  'schema' | 'fieldNames'
>

/** The form of a file's details. */
export const useDetailsForm = <Item extends { updatedAt: string }>(options: Options<Item>) => {
  const client = useQueryClient()
  const schema = detailsSchema(() => client.getQueryData<Received<typeof listPartners>>([listPartners.path]))
  return useEditForm<DetailsValues, Details, Item>({ ...options, schema, fieldNames })
}
