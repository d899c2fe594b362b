import { useRef } from 'react'
import { personName } from '#client/domain/person-name.ts'
import { call } from '#client/lib/api.ts'
import { focusFirstField } from '#client/lib/focus-first-field.ts'
import { type EditForm, useEditForm } from '#client/lib/use-edit-form.ts'
import { Button } from '#client/ui/button.tsx'
import { EditConflict } from '#client/ui/edit-conflict.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import type { Role } from '#contract/users/roles.ts'
import { type AdminUser, getUser, UserGroupForm, UserRoleForm } from '#contract/users/users.ts'
import { useSetGroup, useSetRole } from './mutations.ts'
import { GroupInput, RoleSelect } from './user-fields.tsx'
import { whyNotChangeRole } from './user-permissions.ts'

type RoleValues = { role: Role | '' }
type GroupValues = { partnerGroup: string }

type EditUserProps = { me: CurrentUser; user: AdminUser; onClose: () => void }

/** Role and group, each saved by itself. Saving one closes the dialog unless the other is not saved yet. */
export function EditUser({ me, user, onClose }: EditUserProps) {
  const containerRef = useRef<HTMLDivElement>(null)
  const setRole = useSetRole(user.id)
  const setGroup = useSetGroup(user.id)
  // One at a time: the second save has to expect what the first has made of the user.
  const isSaving = setRole.isPending || setGroup.isPending

  const reload = () => call(getUser, { params: { userId: user.id } })

  const role = useEditForm<RoleValues, UserRoleForm, AdminUser>({
    schema: UserRoleForm,
    record: user,
    valuesOf: (record) => ({ role: record?.role ?? '' }),
    save: async (values, record) => {
      const saved = await setRole.mutateAsync({ ...values, updatedAt: record?.updatedAt })
      handleSaved(saved, role, group)
    },
    reload,
    onReloaded: (current) => handleReloaded(current, group),
  })
  const group = useEditForm<GroupValues, UserGroupForm, AdminUser>({
    schema: UserGroupForm,
    record: user,
    valuesOf: (record) => ({ partnerGroup: record?.partnerGroup ?? '' }),
    save: async (values, record) => {
      const saved = await setGroup.mutateAsync({ ...values, updatedAt: record?.updatedAt })
      handleSaved(saved, group, role)
    },
    reload,
    onReloaded: (current) => handleReloaded(current, role),
  })

  const handleSaved = (
    saved: AdminUser,
    own: Pick<EditForm<never, never, AdminUser>, 'restart'>,
    other: Pick<EditForm<never, never, AdminUser>, 'rebase' | 'isChanged'>,
  ) => {
    own.restart(saved)
    other.rebase(saved)
    if (!other.isChanged()) onClose()
  }

  const handleReloaded = (current: AdminUser, other: Pick<EditForm<never, never, AdminUser>, 'restart'>) => {
    other.restart(current)
    focusFirstField(containerRef.current)
  }

  const current = role.record ?? user
  const whyNot = whyNotChangeRole(me, current)
  return (
    <FormDialog
      open
      onOpenChange={onClose}
      isGuarded
      isChanged={() => role.isChanged() || group.isChanged()}
      title="Edit User"
      description={`${personName(current)} · ${current.email}`}
    >
      <div ref={containerRef} className="grid grid-cols-1 gap-6">
        <EditConflict edit={role.conflict === undefined ? group : role} what="This user" />
        {whyNot ? (
          <div>
            <h3 className="font-medium text-13">Role</h3>
            <p className="mt-1 text-13 text-muted">{whyNot}</p>
          </div>
        ) : (
          <form ref={role.formRef} noValidate onSubmit={role.submit} className="grid grid-cols-1 gap-3">
            <RoleSelect
              me={me}
              error={role.form.formState.errors.role?.message}
              {...role.form.register('role')}
            >
              <option value="">Select a role</option>
            </RoleSelect>
            <SaveButton isPending={isSaving}>{setRole.isPending ? 'Saving...' : 'Update Role'}</SaveButton>
          </form>
        )}
        <hr className="border-line" />
        <form ref={group.formRef} noValidate onSubmit={group.submit} className="grid grid-cols-1 gap-3">
          <GroupInput
            hint="Choose or type a group. Leave empty for none."
            error={group.form.formState.errors.partnerGroup?.message}
            {...group.form.register('partnerGroup')}
          />
          <SaveButton isPending={isSaving}>
            {setGroup.isPending ? 'Saving...' : 'Update Partner Group'}
          </SaveButton>
        </form>
      </div>
    </FormDialog>
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
