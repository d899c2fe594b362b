import { useQuery } from '@tanstack/react-query'
import { type Ref, useImperativeHandle, useRef } from 'react'
import { withoutView } from '#client/domain/audience/audience.ts'
import { ApiError, call } from '#client/lib/api.ts'
import { focusFirstField } from '#client/lib/focus-first-field.ts'
import { snapshotOf } from '#client/lib/query-client.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { Alert } from '#client/ui/alert.tsx'
import { DialogForm, FormDialog } from '#client/ui/form-dialog.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import type { Sent } from '#contract/endpoint.ts'
import type { Resource, updateResource } from '#contract/resources/resources.ts'
import { libraryReads } from '../queries.ts'
import { DetailsFields, detailsOf, sentDetails, useDetailsForm } from './details-form.tsx'
import type { FileDialogProps } from './file-dialog-props.ts'

/** Edits a file's details, folder and audience. */
export function EditResource({ file, open, onOpenChange }: FileDialogProps) {
  const isChangedRef = useRef<() => boolean>(null)
  return (
    <FormDialog
      title="Edit file"
      size="wide"
      isGuarded
      open={open}
      onOpenChange={onOpenChange}
      isChanged={() => isChangedRef.current?.() === true}
    >
      <FileToEdit id={file.id} isChangedRef={isChangedRef} onDone={() => onOpenChange(false)} />
    </FormDialog>
  )
}

type FormProps = { isChangedRef: Ref<() => boolean>; onDone: () => void }

/** Loads the file before the form opens, because the list may be out of date. */
function FileToEdit({ id, ...form }: FormProps & { id: string }) {
  return (
    <QueryState
      query={useQuery(snapshotOf('/api/resources/:id', { params: { id } }))}
      className="min-h-96"
      failure={{ title: 'The file could not be loaded' }}
      missing={<Alert title="This file no longer exists">It was deleted.</Alert>}
    >
      {(file) => <EditForm file={file} {...form} />}
    </QueryState>
  )
}

function EditForm({ file, isChangedRef, onDone }: FormProps & { file: Resource }) {
  const update = useEndpointMutation(
    (body: Sent<typeof updateResource, 'body'>) =>
      call('PUT /api/resources/:id', { params: { id: file.id }, body }),
    {
      success: 'Resource updated successfully!',
      failure: 'Failed to update resource. Please try again.',
      inForm: ['conflict'],
      invalidates: libraryReads,
    },
  )
  const edit = useDetailsForm({
    record: file,
    save: async (details, record) => {
      try {
        await update.mutateAsync({
          ...withoutView(record),
          ...sentDetails(details),
          updatedAt: record?.updatedAt,
        })
        onDone()
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) onDone()
        throw error
      }
    },
    reload: ({ id }) => call('GET /api/resources/:id', { params: { id } }),
  })
  const { isChanged, record } = edit
  useImperativeHandle(isChangedRef, () => isChanged, [isChanged])

  return (
    <div ref={focusFirstField}>
      <DialogForm edit={edit} isPending={update.isPending} submitLabel="Save changes" what="This file">
        <DetailsFields canBeBoth={detailsOf(record).audience.kind === 'both'} />
      </DialogForm>
    </div>
  )
}
