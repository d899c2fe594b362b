import { useQueryClient } from '@tanstack/react-query'
import { type FieldErrors, useController, useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import {
  type Audience,
  audienceOf,
  audienceProblems,
  forEveryone,
  sentAudience,
  withPartnersOf,
} from '#client/domain/audience/audience.ts'
import { AudienceChooser, type Count } from '#client/domain/audience/audience-chooser.tsx'
import {
  NotifyFields,
  notifyDefaults,
  notifyShape,
  type WithNotify,
} from '#client/domain/audience/notify-fields.tsx'
import { formatCount, formatNumber } from '#client/lib/format.ts'
import { type EditFormOptions, useEditForm } from '#client/lib/use-edit-form.ts'
import { Field, Select, TextArea, TextInput } from '#client/ui/field.tsx'
import type { Received } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import type { listPartners } from '#contract/partners/partners.ts'
import { categoryLabels, type ResourceCategory, resourceCategories } from '#contract/resources/categories.ts'
import { type Resource, UpdateResource } from '#contract/resources/resources.ts'
import { useFolders } from '../queries.ts'

/** The details of a file as the values of the form. */
type DetailsValues = WithNotify & {
  title: string
  description: string
  category: ResourceCategory | ''
  /** The id of the folder; an empty string for no folder. */
  folderId: string
  audience: Audience
}

/** The initial values of the form; empty for a new file. */
export const detailsOf = (file: Resource | null): DetailsValues => ({
  title: file?.title ?? '',
  description: file?.description ?? '',
  category: file?.category ?? '',
  folderId: file?.folderId ?? '',
  audience: file ? audienceOf(file) : forEveryone,
  ...notifyDefaults,
})

const { title, description, category } = UpdateResource.shape

const detailsSchema = (readPartners: () => readonly { id: string }[] | undefined, isOfMany: boolean) =>
  z.object({
    title: isOfMany ? z.string() : title,
    description,
    category,
    folderId: z.string().transform((id) => id || null),
    ...notifyShape,
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

/** Converts the details to what the server expects, without those of the notification. */
export const sentDetails = ({ audience, notify: _notify, line: _line, ...details }: Details) => ({
  ...details,
  ...sentAudience(audience),
})

// Maps the names that the server uses in errors to the fields of the form.
const fieldNames = {
  assignedGroup: 'audience.group',
  assignedPartnerIds: 'audience.partners',
  assignedViewId: 'audience.view',
}

type Options = Omit<
  EditFormOptions<DetailsValues, Details, Resource>,
  'schema' | 'fieldNames' | 'valuesOf'
> & {
  /** The initial values of a new file. */
  initial?: Partial<DetailsValues>
  /** Whether the details are for many files, of which each has a title of its own. */
  isOfMany?: boolean
}

/** The form of a file's details. */
export const useDetailsForm = ({ initial, isOfMany = false, ...options }: Options) => {
  const client = useQueryClient()
  const schema = detailsSchema(
    () => client.getQueryData<Received<typeof listPartners>>(['/api/admin/partners']),
    isOfMany,
  )
  return useEditForm<DetailsValues, Details, Resource>({
    ...options,
    valuesOf: (file) => ({ ...detailsOf(file), ...initial }),
    schema,
    fieldNames,
  })
}

const kinds = ['everyone', 'group', 'partners', 'view'] as const

const whoSees = ({ partners, inOnboarding }: Count) => {
  if (partners === 0) return 'No partner will see this yet'
  const text = `${formatCount(partners, 'partner')} will see this`
  if (inOnboarding === 0) return text
  if (inOnboarding === partners) return `${text} after onboarding`
  return `${text}, ${formatNumber(inOnboarding)} of them after onboarding`
}

type DetailsFieldsProps = {
  /** Whether a group and partners can be chosen together, because the stored audience contains both. */
  canBeBoth?: boolean
  /** Whether the details are for many files, of which each has a title of its own. */
  isOfMany?: boolean
  /** Whether the details are for new files, of which the audience can be notified. */
  isNew?: boolean
}

/** Title, category, folder, description and audience of a file, as fields of the surrounding form. */
export function DetailsFields({ canBeBoth, isOfMany = false, isNew = false }: DetailsFieldsProps) {
  const { register, setValue, formState } = useFormContext<DetailsValues>()
  const { errors } = formState
  const chosenCategory = useWatch<DetailsValues, 'category'>({ name: 'category' })
  const { field: audience } = useController<DetailsValues, 'audience'>({ name: 'audience' })
  const problems = errors.audience as
    | FieldErrors<{ group: string; partners: string; view: string }>
    | undefined
  return (
    <>
      {!isOfMany && (
        <Field label="Title" required error={errors.title?.message}>
          <TextInput autoComplete="off" maxLength={limits.name} {...register('title')} />
        </Field>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Category" required error={errors.category?.message}>
          <Select
            {...register('category', {
              // A folder belongs to one category.
              onChange: () => setValue('folderId', '', { shouldDirty: true }),
            })}
          >
            <option value="">Choose a category</option>
            {resourceCategories.map((name) => (
              <option key={name} value={name}>
                {categoryLabels[name]}
              </option>
            ))}
          </Select>
        </Field>
        <FolderField category={chosenCategory} />
      </div>
      <Field label="Description" error={errors.description?.message}>
        <TextArea className="max-h-60" maxLength={limits.description} {...register('description')} />
      </Field>
      <AudienceChooser
        label="Visible to"
        kinds={canBeBoth ? [...kinds, 'both'] : kinds}
        textOf={isNew ? undefined : whoSees}
        value={audience.value}
        onChange={audience.onChange}
        problems={{
          group: problems?.group?.message,
          partners: problems?.partners?.message,
          view: problems?.view?.message,
        }}
      />
      {isNew && <NotifyFields about="resource_added" audience={audience.value} />}
    </>
  )
}

/** The field for one of the folders of the chosen category, or for none. */
function FolderField({ category }: { category: ResourceCategory | '' }) {
  const folders = useFolders()
  const { field, fieldState } = useController<DetailsValues, 'folderId'>({ name: 'folderId' })
  const offered = folders.data?.filter((folder) => folder.category === category) ?? []
  const isOffered = offered.some(({ id }) => id === field.value)
  return (
    <Field
      label="Folder"
      hint={folders.isError && !folders.data ? 'The folders could not be loaded.' : undefined}
      error={fieldState.error?.message}
    >
      <Select {...field} disabled={category === ''}>
        <option value="">No folder (Uncategorized)</option>
        {field.value && !isOffered && (
          // The folders may still be loading. If the folder was deleted meanwhile, the server reports that when the form is sent.
          <option value={field.value}>{folders.data ? 'Deleted folder' : 'Loading...'}</option>
        )}
        {offered.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  )
}
