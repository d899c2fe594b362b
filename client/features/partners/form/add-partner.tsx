import { type Ref, useRef, useState } from 'react'
import { Link } from 'wouter'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import type { AdminPartner, CreatePartner } from '#contract/partners/partners.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import type { AdminUser } from '#contract/users/users.ts'
import { LoadedRecord } from '../loaded-record.tsx'
import { useAddPartner } from '../mutations.ts'
import { useUserSnapshot } from '../queries.ts'
import { type FormHandle, PartnerForm } from './partner-form.tsx'
import { addSchema, newPartner, type PartnerValues } from './partner-values.ts'
import { UserChooser } from './user-chooser.tsx'

/** In the address: no user in particular. */
export const anyUser = 'new'

type AddPartnerProps = {
  me: CurrentUser
  /** The id of the user to make a partner of, or `anyUser`. */
  of: string
  open: boolean
  onClose: () => void
}

/** Makes a partner of a user. */
export function AddPartner({ me, of, open, onClose }: AddPartnerProps) {
  const formHandle = useRef<FormHandle>(null)

  const handleClose = () => {
    formHandle.current?.forget()
    onClose()
  }

  const form = { draftName: `partner:${me.id}:add:${of}`, handleRef: formHandle, onDone: handleClose }
  return (
    <FormDialog
      title="Add Partner"
      description="Fields marked with an asterisk are required."
      size="wide"
      isGuarded
      open={open}
      onOpenChange={handleClose}
      isChanged={() => formHandle.current?.isChanged() === true}
      hasDraft
    >
      {of === anyUser ? <AddForm user={null} {...form} /> : <AddFormOf userId={of} {...form} />}
    </FormDialog>
  )
}

type AddFormProps = {
  user: AdminUser | null
  draftName: string
  handleRef: Ref<FormHandle>
  onDone: () => void
}

function AddForm({ user, draftName, handleRef, onDone }: AddFormProps) {
  const add = useAddPartner()
  const [prefill] = useState(() => newPartner(user))
  const edit = useEditForm<PartnerValues, CreatePartner, AdminPartner>({
    schema: addSchema,
    record: null,
    valuesOf: () => prefill,
    save: async (body) => {
      await add.mutateAsync(body)
      onDone()
    },
    conflictField: 'userId',
    draftName,
    hasSummary: true,
  })
  return (
    <PartnerForm
      edit={edit}
      first={<UserChooser />}
      submitLabel={add.isPending ? 'Adding...' : 'Add Partner'}
      isSaving={add.isPending}
      handleRef={handleRef}
    />
  )
}

/** For one user, if they can become a partner. */
function AddFormOf({ userId, ...form }: Omit<AddFormProps, 'user'> & { userId: string }) {
  const user = useUserSnapshot(userId)
  return (
    <LoadedRecord what="user" query={user}>
      {(data) => {
        if (data.partnerId) return <HasProfile partnerId={data.partnerId} />
        if (data.disabledAt) {
          return (
            <Alert tone="caution" title="This user is disabled">
              Enable them first.
            </Alert>
          )
        }
        return <AddForm user={data} {...form} />
      }}
    </LoadedRecord>
  )
}

const HasProfile = ({ partnerId }: { partnerId: string }) => (
  <Alert tone="info" title="This user already has a partner profile">
    <Button asChild size="small" className="mt-2">
      <Link replace href={`/admin?tab=partners&partner=${partnerId}`}>
        View the partner
      </Link>
    </Button>
  </Alert>
)
