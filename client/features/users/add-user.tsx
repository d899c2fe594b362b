import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Field } from '#client/ui/field.tsx'
import { FormDialog, SubmitFooter } from '#client/ui/form-dialog.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { limits } from '#contract/fields.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import type { Role } from '#contract/users/roles.ts'
import { CreateUser } from '#contract/users/users.ts'
import { useAddUser } from './mutations.ts'
import { GroupInput, RoleSelect } from './user-fields.tsx'

type Values = { email: string; firstName: string; lastName: string; role: Role; partnerGroup: string }

const emptyValues = (): Values => ({ email: '', firstName: '', lastName: '', role: 'user', partnerGroup: '' })

export function AddUser({ me, onClose }: { me: CurrentUser; onClose: () => void }) {
  const add = useAddUser()
  const { form, formRef, submit, isChanged } = useEditForm<Values, CreateUser>({
    schema: CreateUser,
    record: null,
    valuesOf: emptyValues,
    save: async (user) => {
      await add.mutateAsync(user)
      onClose()
    },
  })
  const { errors } = form.formState

  return (
    <FormDialog
      open
      onOpenChange={onClose}
      isGuarded={isChanged() || add.isPending}
      isChanged={isChanged}
      title="Add User"
      description="We'll email them a sign-in link."
    >
      <form ref={formRef} noValidate onSubmit={submit} className="grid grid-cols-1 gap-4">
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
          hint="Choose or type a group. Leave empty for none."
          error={errors.partnerGroup?.message}
          {...form.register('partnerGroup')}
        />
        <SubmitFooter isPending={add.isPending} label={add.isPending ? 'Adding...' : 'Add User'} />
      </form>
    </FormDialog>
  )
}
