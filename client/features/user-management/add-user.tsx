import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useForm } from 'react-hook-form'
import { ApiError } from '#client/lib/api.ts'
import { Field } from '#client/ui/field.tsx'
import { FormDialog, SubmitFooter } from '#client/ui/form-dialog.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { useFocusInvalid } from '#client/ui/use-focus-invalid.ts'
import { CreateUser } from '#contract/admin-users.ts'
import { limits } from '#contract/fields.ts'
import type { Role } from '#contract/roles.ts'
import type { CurrentUser } from '#contract/users.ts'
import { useAddUser } from './change-users.ts'
import { GroupInput } from './group-input.tsx'
import { RoleSelect } from './role-select.tsx'

type Values = { email: string; firstName: string; lastName: string; role: Role; partnerGroup: string }

const empty: Values = { email: '', firstName: '', lastName: '', role: 'user', partnerGroup: '' }

export function AddUser({ me, onClose }: { me: CurrentUser; onClose: () => void }) {
  const add = useAddUser()
  const form = useForm<Values, unknown, CreateUser>({
    defaultValues: empty,
    shouldFocusError: false,
    resolver: standardSchemaResolver<Values, unknown, CreateUser>(CreateUser),
  })
  const { errors, isDirty, submitCount } = form.formState
  const element = useFocusInvalid(submitCount)

  const submit = form.handleSubmit(async (user) => {
    try {
      await add.mutateAsync(user)
      onClose()
    } catch (error) {
      const fields = error instanceof ApiError ? error.fields : {}
      for (const [name, message] of Object.entries(fields)) form.setError(name as keyof Values, { message })
    }
  })

  return (
    <FormDialog
      open
      onOpenChange={onClose}
      guarded={isDirty || add.isPending}
      isChanged={() => isDirty}
      title="Add User"
      description="They get a mail with the way to sign in."
    >
      <form ref={element} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
        <Field label="Email" required error={errors.email?.message}>
          <TextInput
            type="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={limits.email}
            {...form.register('email')}
          />
        </Field>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <Field label="First Name" error={errors.firstName?.message}>
            <TextInput autoComplete="off" maxLength={limits.name} {...form.register('firstName')} />
          </Field>
          <Field label="Last Name" error={errors.lastName?.message}>
            <TextInput autoComplete="off" maxLength={limits.name} {...form.register('lastName')} />
          </Field>
        </div>
        <RoleSelect me={me} error={errors.role?.message} {...form.register('role')} />
        <GroupInput
          hint="Choose one, or type a new one."
          error={errors.partnerGroup?.message}
          {...form.register('partnerGroup')}
        />
        <SubmitFooter isPending={add.isPending} words={add.isPending ? 'Adding...' : 'Add User'} />
      </form>
    </FormDialog>
  )
}
