import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { ApiError } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { FormDialog, SubmitFooter } from '#client/ui/form-dialog.tsx'
import { useFocusInvalid } from '#client/ui/use-focus-invalid.ts'
import { GivenGroup } from '#contract/admin-users.ts'
import { useSetGroups } from './change-users.ts'
import { GroupInput } from './group-input.tsx'

type Values = { partnerGroup: string }

type SetGroupOfSelectedProps = {
  ids: readonly string[]
  /** Saved. */
  onDone: () => void
  onClose: () => void
}

export function SetGroupOfSelected({ ids, onDone, onClose }: SetGroupOfSelectedProps) {
  const change = useSetGroups()
  const form = useForm<Values, unknown, GivenGroup>({
    defaultValues: { partnerGroup: '' },
    resolver: standardSchemaResolver<Values, unknown, GivenGroup>(GivenGroup),
  })
  const { errors, isDirty, submitCount } = form.formState
  const element = useFocusInvalid(submitCount)

  const submit = form.handleSubmit(async ({ partnerGroup }) => {
    try {
      await change.mutateAsync({ userIds: [...ids], partnerGroup })
      onClose()
      onDone()
    } catch (error) {
      const message = error instanceof ApiError && error.fields.partnerGroup
      if (message) form.setError('partnerGroup', { message })
    }
  })

  return (
    <FormDialog
      open
      onOpenChange={onClose}
      guarded={isDirty || change.isPending}
      isChanged={() => isDirty}
      title={`Set group of ${formatCount(ids.length, 'user')}`}
    >
      <form ref={element} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        <GroupInput
          hint="Choose one, or type a new one. Left empty, they are taken out of their groups."
          error={errors.partnerGroup?.message}
          {...form.register('partnerGroup')}
        />
        <SubmitFooter isPending={change.isPending} words={change.isPending ? 'Saving...' : 'Set group'} />
      </form>
    </FormDialog>
  )
}
