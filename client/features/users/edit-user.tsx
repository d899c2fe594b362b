import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { personName } from '#client/domain/person-name.ts'
import { call } from '#client/lib/api.ts'
import { toast } from '#client/lib/toast.ts'
import { EditConflict } from '#client/ui/edit-conflict.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { type AdminUser, getUser } from '#contract/users/users.ts'
import { useSetGroup, useSetRole } from './change-users.ts'
import { GroupForm, RoleForm } from './user-forms.tsx'

type EditUserProps = { me: CurrentUser; user: AdminUser; onClose: () => void }

/** Role and group, each saved by itself. Saving the one closes the dialog unless the other is not saved yet. */
export function EditUser({ me, user, onClose }: EditUserProps) {
  const place = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(user)
  const [conflict, setConflict] = useState<string>()
  const [loads, setLoads] = useState(0)
  const roleChanged = useRef<boolean>(null)
  const groupChanged = useRef<boolean>(null)
  const setRole = useSetRole(user.id)
  const setGroup = useSetGroup(user.id)
  // One after the other: what the first makes of the user is what the second has to have seen.
  const isSaving = setRole.isPending || setGroup.isPending

  const handleSaved = (saved: AdminUser, other: RefObject<boolean | null>) => {
    setConflict(undefined)
    setSeen(saved)
    if (!other.current) onClose()
  }

  const handleLoad = async () => {
    try {
      const current = await call(getUser, { params: { userId: user.id } })
      flushSync(() => {
        setSeen(current)
        // The forms begin anew.
        setLoads(loads + 1)
        setConflict(undefined)
      })
      // The button went away with the message.
      place.current?.querySelector<HTMLElement>('select, input')?.focus()
    } catch {
      const description = 'The user could not be loaded. Check your connection and try again.'
      toast({ title: 'Error', description, tone: 'danger' })
    }
  }

  return (
    <FormDialog
      open
      onOpenChange={onClose}
      guarded
      isChanged={() => roleChanged.current === true || groupChanged.current === true}
      title="Edit User"
      description={`${personName(seen)} · ${seen.email}`}
    >
      <div ref={place} className="grid grid-cols-1 gap-6">
        <EditConflict edit={{ conflict, isGone: false, loadCurrent: handleLoad }} />
        <RoleForm
          key={`role-${loads}`}
          me={me}
          user={seen}
          change={setRole}
          isSaving={isSaving}
          isChangedRef={roleChanged}
          onSaved={(saved) => handleSaved(saved, groupChanged)}
          onConflict={setConflict}
        />
        <hr className="border-line" />
        <GroupForm
          key={`group-${loads}`}
          user={seen}
          change={setGroup}
          isSaving={isSaving}
          isChangedRef={groupChanged}
          onSaved={(saved) => handleSaved(saved, roleChanged)}
          onConflict={setConflict}
        />
      </div>
    </FormDialog>
  )
}
