import { type ReactNode, useRef } from 'react'
import { type FieldValues, FormProvider, useWatch } from 'react-hook-form'
import { GroupInput } from '#client/domain/group-input.tsx'
import { personName } from '#client/domain/person-name.ts'
import { call } from '#client/lib/api.ts'
import { focusFirstField } from '#client/lib/focus-first-field.ts'
import { type EditForm, useEditForm } from '#client/lib/use-edit-form.ts'
import { Button } from '#client/ui/button.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditConflict, FormDialog } from '#client/ui/form-dialog.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff, type Role } from '#contract/users/roles.ts'
import { type AdminUser, UserDetailsForm, UserGroupForm, UserRoleForm } from '#contract/users/users.ts'
import { HandoverChoice } from './handover/handover-choice.tsx'
import { later, useHandover } from './handover/use-handover.ts'
import { useSetGroup, useSetRole, useUpdateUser } from './mutations.ts'
import { NameAndEmail, RoleSelect } from './user-fields.tsx'
import { whyNotChangeRole, whyNotEdit } from './user-permissions.ts'

type EditUserProps = DialogOpening & { me: CurrentUser; user: AdminUser }

/** Edits name and email, role and group, each with its own button. Saving one closes the dialog unless another has unsaved changes. */
export function EditUser({ me, user, ...opening }: EditUserProps) {
  const containerRef = useRef<HTMLDivElement>(null)
  const update = useUpdateUser(user.id)
  const setRole = useSetRole(user.id)
  const setGroup = useSetGroup(user.id)

  const shared = {
    record: user,
    reload: () => call('GET /api/admin/users/:userId', { params: { userId: user.id } }),
  }
  const details = useEditForm<DetailsValues, UserDetailsForm, AdminUser>({
    ...shared,
    schema: UserDetailsForm,
    valuesOf: detailsOf,
    conflictField: 'email',
    save: async (values, record) => {
      const saved = await update.mutateAsync({ ...values, updatedAt: record?.updatedAt })
      handleSaved(saved, details, [role, group])
    },
    onReloaded: (current) => handleReloaded(current, [role, group]),
  })
  const role = useEditForm<{ role: Role | '' }, UserRoleForm, AdminUser>({
    ...shared,
    schema: UserRoleForm,
    valuesOf: (record) => ({ role: record?.role ?? '' }),
    save: async (values, record) => {
      const saved = await setRole.mutateAsync({ ...values, updatedAt: record?.updatedAt })
      // If this fails, the toast says so, and Needs attention still shows what is left.
      if (!isStaff(values.role)) await handover.run().catch(() => {})
      handleSaved(saved, role, [details, group])
    },
    onReloaded: (current) => handleReloaded(current, [details, group]),
  })
  const group = useEditForm<{ partnerGroup: string }, UserGroupForm, AdminUser>({
    ...shared,
    schema: UserGroupForm,
    valuesOf: (record) => ({ partnerGroup: record?.partnerGroup ?? '' }),
    save: async (values, record) => {
      const saved = await setGroup.mutateAsync({ ...values, updatedAt: record?.updatedAt })
      handleSaved(saved, group, [details, role])
    },
    onReloaded: (current) => handleReloaded(current, [details, role]),
  })

  const current = role.record ?? user
  const chosenRole = useWatch({ control: role.form.control, name: 'role' }) || current.role
  const isDemoted = isStaff(current.role) && chosenRole !== current.role && chosenRole !== 'admin'
  const handover = useHandover(user.id, isDemoted)
  // Only one part is saved at a time, because the next save has to expect the state that this one stores.
  const isSaving = update.isPending || setRole.isPending || handover.isPending || setGroup.isPending

  const handleSaved = (
    saved: AdminUser,
    own: Pick<EditForm<never, never, AdminUser>, 'restart'>,
    others: Pick<EditForm<never, never, AdminUser>, 'rebase' | 'isChanged'>[],
  ) => {
    own.restart(saved)
    for (const other of others) other.rebase(saved)
    if (!others.some((other) => other.isChanged())) opening.onOpenChange(false)
  }

  const handleReloaded = (
    current: AdminUser,
    others: Pick<EditForm<never, never, AdminUser>, 'restart'>[],
  ) => {
    for (const other of others) other.restart(current)
    focusFirstField(containerRef.current)
  }

  const whyNot = whyNotChangeRole(me, current)
  const canEdit = whyNotEdit(me, current) === undefined
  const inConflict = [details, role, group].find(({ conflict }) => conflict !== undefined)
  return (
    <FormDialog
      {...opening}
      isGuarded
      isChanged={() => [details, role, group].some((edit) => edit.isChanged())}
      title="Edit User"
      description={`${personName(current)} · ${current.email}`}
    >
      <div ref={containerRef} className="grid grid-cols-1 gap-6">
        <EditConflict edit={inConflict ?? group} what="This user" />
        {canEdit && (
          <>
            <PartForm
              edit={details}
              isSaving={isSaving}
              label={update.isPending ? 'Saving...' : 'Update Name and Email'}
            >
              <NameAndEmail />
            </PartForm>
            <hr className="border-line" />
          </>
        )}
        {whyNot ? (
          <div>
            <h3 className="font-medium text-13">Role</h3>
            <p className="mt-1 text-13 text-muted">{whyNot}</p>
          </div>
        ) : (
          <PartForm edit={role} isSaving={isSaving} label={setRole.isPending ? 'Saving...' : 'Update Role'}>
            <RoleSelect me={me} placeholder="Select a role" />
            {isDemoted && (
              <HandoverChoice
                handover={handover}
                none={later}
                endsTokens={current.role === 'admin'}
                staysStaff={isStaff(chosenRole)}
              />
            )}
          </PartForm>
        )}
        <hr className="border-line" />
        <PartForm
          edit={group}
          isSaving={isSaving}
          label={setGroup.isPending ? 'Saving...' : 'Update Partner Group'}
        >
          <GroupInput />
        </PartForm>
      </div>
    </FormDialog>
  )
}

type DetailsValues = { firstName: string; lastName: string; email: string }

const detailsOf = (user: AdminUser | null): DetailsValues => ({
  firstName: user?.firstName ?? '',
  lastName: user?.lastName ?? '',
  email: user?.email ?? '',
})

type PartFormProps<Values extends FieldValues, Checked> = {
  edit: EditForm<Values, Checked, AdminUser>
  isSaving: boolean
  label: string
  children: ReactNode
}

function PartForm<Values extends FieldValues, Checked>(props: PartFormProps<Values, Checked>) {
  const { edit, isSaving, label, children } = props
  return (
    <FormProvider {...edit.form}>
      <form ref={edit.formRef} noValidate onSubmit={edit.submit} className="grid grid-cols-1 gap-3">
        {children}
        <Button type="submit" pending={isSaving} className="justify-self-start">
          {label}
        </Button>
      </form>
    </FormProvider>
  )
}
