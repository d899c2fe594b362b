import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { type Ref, useImperativeHandle } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#client/lib/api.ts'
import { useFocusInvalid } from '#client/lib/use-focus-invalid.ts'
import { Button } from '#client/ui/button.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import type { Role } from '#contract/users/roles.ts'
import { type AdminUser, UserGroupForm, UserRoleForm } from '#contract/users/users.ts'
import { isConflict, type useSetGroup, type useSetRole } from './change-users.ts'
import { GroupInput } from './group-input.tsx'
import { RoleSelect } from './role-select.tsx'
import { whyNotChangeRole } from './user-permissions.ts'

type UserFormProps<Change> = {
  /** As its editor sees them: saving over anything else is refused. */
  user: AdminUser
  change: Change
  /** This form or another one of the same user is on its way. */
  isSaving: boolean
  /** Holds whether something in it is not saved. */
  isChangedRef: Ref<boolean>
  onSaved: (user: AdminUser) => void
  /** In the server's words. */
  onConflict: (words: string) => void
}

type RoleFormProps = UserFormProps<ReturnType<typeof useSetRole>> & { me: CurrentUser }

/** The role of a user, or why it is not this person's to change. */
export function RoleForm({ me, user, ...form }: RoleFormProps) {
  const whyNot = whyNotChangeRole(me, user)
  if (!whyNot) return <ChangeableRole me={me} user={user} {...form} />
  return (
    <div>
      <h3 className="font-medium text-13">Role</h3>
      <p className="mt-1 text-13 text-muted">{whyNot}</p>
    </div>
  )
}

type RoleValues = { role: Role | '' }

function ChangeableRole({ me, user, change, isSaving, isChangedRef, onSaved, onConflict }: RoleFormProps) {
  const form = useForm<RoleValues, unknown, UserRoleForm>({
    defaultValues: { role: user.role },
    resolver: standardSchemaResolver<RoleValues, unknown, UserRoleForm>(UserRoleForm),
  })
  const { errors, isDirty, submitCount } = form.formState
  const element = useFocusInvalid(submitCount)
  useImperativeHandle(isChangedRef, () => isDirty, [isDirty])

  const submit = form.handleSubmit(async ({ role }) => {
    try {
      const saved = await change.mutateAsync({ role, updatedAt: user.updatedAt })
      form.reset({ role: saved.role })
      onSaved(saved)
    } catch (error) {
      if (isConflict(error) && error instanceof ApiError) onConflict(error.serverMessage ?? '')
    }
  })

  return (
    <form ref={element} noValidate onSubmit={submit} className="grid grid-cols-1 gap-3">
      <RoleSelect me={me} error={errors.role?.message} {...form.register('role')}>
        <option value="">Select a role</option>
      </RoleSelect>
      <SaveButton isPending={isSaving}>{change.isPending ? 'Saving...' : 'Update Role'}</SaveButton>
    </form>
  )
}

type GroupValues = { partnerGroup: string }

/** The group of a user; none where it is left empty. */
export function GroupForm({
  user,
  change,
  isSaving,
  isChangedRef,
  onSaved,
  onConflict,
}: UserFormProps<ReturnType<typeof useSetGroup>>) {
  const form = useForm<GroupValues, unknown, UserGroupForm>({
    defaultValues: { partnerGroup: user.partnerGroup ?? '' },
    resolver: standardSchemaResolver<GroupValues, unknown, UserGroupForm>(UserGroupForm),
  })
  const { errors, isDirty, submitCount } = form.formState
  const element = useFocusInvalid(submitCount)
  useImperativeHandle(isChangedRef, () => isDirty, [isDirty])

  const submit = form.handleSubmit(async ({ partnerGroup }) => {
    try {
      const saved = await change.mutateAsync({ partnerGroup, updatedAt: user.updatedAt })
      form.reset({ partnerGroup: saved.partnerGroup ?? '' })
      onSaved(saved)
    } catch (error) {
      if (!(error instanceof ApiError)) return
      if (isConflict(error)) onConflict(error.serverMessage ?? '')
      else if (error.fields.partnerGroup)
        form.setError('partnerGroup', { message: error.fields.partnerGroup })
    }
  })

  return (
    <form ref={element} noValidate onSubmit={submit} className="grid grid-cols-1 gap-3">
      <GroupInput
        hint="Choose one, or type a new one. Left empty, they are in none."
        error={errors.partnerGroup?.message}
        {...form.register('partnerGroup')}
      />
      <SaveButton isPending={isSaving}>{change.isPending ? 'Saving...' : 'Update Partner Group'}</SaveButton>
    </form>
  )
}

function SaveButton({ isPending, children }: { isPending: boolean; children: string }) {
  return (
    <div>
      <Button type="submit" pending={isPending}>
        {children}
      </Button>
    </div>
  )
}
