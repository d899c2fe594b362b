import { ArchiveX, Ellipsis, FolderInput, UserPlus } from 'lucide-react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { forPartners, sentAudience } from '#client/domain/audience/audience.ts'
import {
  AudienceField,
  audienceFieldNames,
  audienceShape,
  checkAudience,
  type WithAudience,
} from '#client/domain/audience/audience-field.tsx'
import {
  NotifyFields,
  notifyDefaults,
  notifyShape,
  type WithNotify,
} from '#client/domain/audience/notify-fields.tsx'
import { call } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { IconButton } from '#client/ui/button.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormSelect } from '#client/ui/form-fields.tsx'
import { Menu, MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import { question } from '#client/ui/question.tsx'
import type { Sent } from '#contract/endpoint.ts'
import { categoryLabels, resourceCategories } from '#contract/resources/categories.ts'
import type { giveResourceFolder, ResourceFolder } from '#contract/resources/folders.ts'
import { libraryReads } from '../queries.ts'

/** The menu with the actions on all files of a folder. */
export function FolderMenu({ folder }: { folder: ResourceFolder }) {
  const { id, name, fileCount } = folder
  const params = { id }
  const { mutate: restore } = useEndpointMutation(
    (withdrawnAt: string) =>
      call('POST /api/resource-folders/:id/restore', { params, body: { withdrawnAt } }),
    {
      success: ({ files }) => ({ title: `${formatCount(files, 'file')} restored`, description: name }),
      failure: 'Failed to restore the files. You find them in Withdrawn.',
      invalidates: libraryReads,
    },
  )
  const { mutate: withdraw } = useEndpointMutation(
    () => call('POST /api/resource-folders/:id/withdraw', { params }),
    {
      success: ({ files, withdrawnAt }) => ({
        title: `${formatCount(files, 'file')} withdrawn`,
        description: name,
        action: { label: 'Undo', onSelect: () => restore(withdrawnAt) },
      }),
      failure: 'Failed to withdraw the files. Please try again.',
      invalidates: libraryReads,
    },
  )
  const withdrawQuestion = question({
    title: `Withdraw all files of ${name}?`,
    description: `Partners can no longer find ${formatCount(fileCount, 'file')}, and links stop working. You can restore them from Withdrawn.`,
    confirmLabel: 'Withdraw all',
    onConfirm: withdraw,
  })
  return (
    <Menu trigger={<IconButton icon={Ellipsis} label={`More actions for ${name}`} title="More" />}>
      <MenuItem icon={FolderInput} opens={(opening) => <MoveFolder {...opening} folder={folder} />}>
        Move…
      </MenuItem>
      <MenuItem
        icon={UserPlus}
        disabled={fileCount === 0}
        opens={(opening) => <GiveFolder {...opening} folder={folder} />}
      >
        Give to others…
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={ArchiveX} tone="danger" disabled={fileCount === 0} opens={withdrawQuestion}>
        Withdraw all
      </MenuItem>
    </Menu>
  )
}

type FolderDialogProps = DialogOpening & { folder: ResourceFolder }

export const categoryOptions = resourceCategories.map((value) => ({ value, label: categoryLabels[value] }))

/** Moves a folder with its files to another category. */
function MoveFolder({ folder, ...opening }: FolderDialogProps) {
  const { id, name, description, category } = folder
  const moving = useEndpointMutation(
    (to: ResourceFolder['category']) =>
      call('PUT /api/resource-folders/:id', { params: { id }, body: { name, description, category: to } }),
    {
      success: (moved) => ({ title: `Moved to ${categoryLabels[moved.category]}`, description: name }),
      failure: 'Failed to move the folder. Please try again.',
      invalidates: libraryReads,
    },
  )
  const edit = useEditForm({
    schema: z.object({ category: z.enum(resourceCategories) }),
    record: null,
    valuesOf: () => ({ category }),
    save: (values) => moving.mutateAsync(values.category),
  })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title={`Move ${name}`}
      description="The folder moves with all its files. Links to them keep working."
      submitLabel="Move"
      isPending={moving.isPending}
    >
      <FormSelect name="category" label="Category" required options={categoryOptions} />
    </EditDialog>
  )
}

type GiveValues = WithAudience & WithNotify

const giveSchema = z.object({ ...audienceShape, ...notifyShape }).superRefine(checkAudience)

/** Adds partners to the audience of all files of a folder. */
function GiveFolder({ folder: { id, name, fileCount }, ...opening }: FolderDialogProps) {
  const giving = useEndpointMutation(
    (body: Sent<typeof giveResourceFolder, 'body'>) =>
      call('POST /api/resource-folders/:id/audience', { params: { id }, body }),
    {
      success: ({ files }) =>
        files === 0
          ? { title: 'They could see all of these files already' }
          : { title: `${formatCount(files, 'file')} given to them`, description: name },
      failure: 'Failed to give the files to others. Please try again.',
      serverMessages: 'all',
      inForm: ['fields'],
      invalidates: libraryReads,
    },
  )
  const edit = useEditForm<GiveValues, z.output<typeof giveSchema>>({
    schema: giveSchema,
    record: null,
    valuesOf: () => ({ partner: null, audience: { ...forPartners([]), kind: 'group' }, ...notifyDefaults }),
    fieldNames: audienceFieldNames,
    save: ({ audience, notify, line }) => giving.mutateAsync({ ...sentAudience(audience), notify, line }),
  })
  const audience = useWatch({ control: edit.form.control, name: 'audience' })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title={`Give ${name} to others`}
      description={`${formatCount(fileCount, 'file')} will also be for them. A file that is for another group or a view gets the partners who are in the group now, one by one.`}
      size="wide"
      submitLabel="Give"
      isPending={giving.isPending}
    >
      <AudienceField isOneOffered={false} textOf={null} />
      <NotifyFields about="resource_added" audience={audience} />
    </EditDialog>
  )
}
