import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import {
  audienceOf,
  forPartners,
  sentAudience,
  withoutView,
  withPartnersOf,
} from '#client/domain/audience/audience.ts'
import {
  AudienceField,
  audienceFieldNames,
  audienceShape,
  checkAudience,
  type WithAudience,
} from '#client/domain/audience/audience-field.tsx'
import { ReachLine } from '#client/domain/audience/reach.tsx'
import { LibraryFilesField, type WithLibraryFiles } from '#client/domain/files/library-files-field.tsx'
import { useUploads } from '#client/domain/files/use-uploads.ts'
import { ApiError, call } from '#client/lib/api.ts'
import { readOf } from '#client/lib/query-client.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { Titled } from '#client/ui/facts.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput, FormTextArea } from '#client/ui/form-fields.tsx'
import { type AdminAnnouncement, CreateAnnouncement } from '#contract/announcements.ts'
import { limits } from '#contract/limits.ts'
import { AnnouncementLine } from '../announcement-line.tsx'
import { WholeText } from '../announcement-text.tsx'
import { useSaveAnnouncement } from './mutations.ts'
import {
  checkTimes,
  sentTimes,
  type Times,
  TimesFields,
  timeFieldNames,
  timesOf,
  timesShape,
} from './times-fields.tsx'

type Values = WithAudience & WithLibraryFiles & Times & { title: string; body: string }

const { title, body } = CreateAnnouncement.shape

type Partners = readonly { id: string }[] | undefined

// Deleted partners are removed before the audience is checked: an audience that becomes empty must not mean everyone.
const schemaOf = (readPartners: () => Partners) => {
  const audience = audienceShape.audience.transform((chosen) => withPartnersOf(chosen, readPartners()))
  return z
    .object({
      title,
      body,
      resources: z.custom<WithLibraryFiles['resources']>(),
      ...audienceShape,
      audience,
      ...timesShape,
    })
    .superRefine(checkAudience)
    .superRefine(checkTimes)
}

const valuesOf = (record: AdminAnnouncement | null, partnerIds: string[] | undefined): Values => ({
  title: record?.title ?? '',
  body: record?.body ?? '',
  resources: record?.resources ?? [],
  partner: null,
  audience: partnerIds ? forPartners(partnerIds) : audienceOf(record ?? {}),
  ...timesOf(record),
})

type AnnouncementFormProps = DialogOpening & {
  /** The announcement to edit; null to create one. */
  announcement: AdminAnnouncement | null
  /** The partners that a new announcement is for, until the user chooses others. */
  partnerIds?: string[]
}

/** Creates or edits an announcement. */
export function AnnouncementForm({ announcement, partnerIds, ...opening }: AnnouncementFormProps) {
  const { mutateAsync: save } = useSaveAnnouncement()
  const partners = useQuery({ ...readOf('/api/admin/partners'), enabled: announcement !== null })
  const uploader = useUploads()
  const edit = useEditForm<Values, z.output<ReturnType<typeof schemaOf>>, AdminAnnouncement>({
    schema: schemaOf(() => partners.data),
    record: announcement,
    valuesOf: (record) => valuesOf(record, partnerIds),
    fieldNames: { ...audienceFieldNames, ...timeFieldNames, resourceIds: 'resources' },
    save: async (checked, record) => {
      if (uploader.uploads.some(({ stage }) => stage === 'failed')) {
        edit.form.setError('resources', { message: 'Try the failed file again, or remove it' })
        throw new Error('a file of the announcement has failed')
      }
      await save({
        record,
        files: checked.resources,
        body: {
          title: checked.title,
          body: checked.body,
          ...withoutView(record),
          ...sentAudience(checked.audience),
          ...sentTimes(checked, record),
        },
      })
    },
    reload: ({ id }) =>
      call('GET /api/admin/announcements/:id', { params: { id } }).catch((error) => {
        if (error instanceof ApiError && error.status === 404) return undefined
        throw error
      }),
  })
  const isNow = useWatch({ control: edit.form.control, name: 'publish' }) === 'now'
  return (
    <EditDialog
      {...opening}
      edit={{ ...edit, isChanged: () => edit.isChanged() || uploader.uploads.length > 0 }}
      isPending={edit.isSaving || uploader.isBusy}
      title={announcement ? 'Edit announcement' : 'New announcement'}
      what="This announcement"
      size="wide"
      submitLabel={announcement ? 'Save changes' : isNow ? 'Publish' : 'Schedule'}
    >
      <FormInput name="title" label="Title" required autoComplete="off" maxLength={limits.name} />
      <FormTextArea
        name="body"
        label="Text"
        required
        hint="Web addresses become links"
        maxLength={limits.description}
      />
      <LibraryFilesField
        label="Files"
        chosenLabel="Chosen files"
        hint="While the announcement shows, everyone it is for can open these files, even if they are not for them in Resources. Uploaded files are added to Communication."
        uploader={uploader}
      />
      <AudienceField isOneOffered={false} textOf={null} />
      <Reach />
      <TimesFields isPublished={edit.record !== null && edit.record.state !== 'scheduled'} />
      <Preview />
    </EditDialog>
  )
}

/** Says whom the announcement reaches. */
function Reach() {
  const audience = useWatch<Values, 'audience'>({ name: 'audience' })
  return <ReachLine about="announcement" audience={audience} />
}

/** Shows what partners will see: the line on their home page, and the announcement that it opens. */
function Preview() {
  const [title, body] = useWatch<Values, ['title', 'body']>({ name: ['title', 'body'] })
  return (
    <Titled title="How partners see it">
      <div className="rounded-card border border-line bg-surface">
        <AnnouncementLine
          title={<p className="truncate font-semibold text-15">{title.trim() || 'Title'}</p>}
        />
        <div className="border-line border-t px-4 py-3 sm:px-5">
          <WholeText body={body.trim() || 'Text'} />
        </div>
      </div>
    </Titled>
  )
}
