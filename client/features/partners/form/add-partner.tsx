import { type Ref, useRef, useState } from 'react'
import { Link } from 'wouter'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import type { AdminUser } from '#contract/users/users.ts'
import { NotThere } from '../not-there.tsx'
import { useUser } from './find-users.ts'
import { type FormHandle, PartnerForm } from './partner-form.tsx'
import { addSchema, newPartner } from './partner-values.ts'
import { useAddPartner } from './save-partner.ts'
import { UserChooser } from './user-chooser.tsx'

/** Stands for no user in particular. */
export const anyUser = 'new'

type AddPartnerProps = {
  me: CurrentUser
  /** The id of the user of whom a partner is made, or `anyUser`. */
  of: string
  open: boolean
  onClose: () => void
}

/** Makes a partner of a user. */
export function AddPartner({ me, of, open, onClose }: AddPartnerProps) {
  const form = useRef<FormHandle>(null)

  const handleClose = () => {
    // Saved, or thrown away on purpose.
    form.current?.forget()
    onClose()
  }

  const rest = { draftName: `partner:${me.id}:add:${of}`, handle: form, onDone: handleClose }
  return (
    <FormDialog
      title="Add Partner"
      description="Fields marked with an asterisk are required."
      size="wide"
      guarded
      open={open}
      onOpenChange={handleClose}
      isChanged={() => form.current?.isChanged() === true}
    >
      {of === anyUser ? <AddForm user={null} {...rest} /> : <AddFormOf userId={of} {...rest} />}
    </FormDialog>
  )
}

type AddFormProps = {
  user: AdminUser | null
  draftName: string
  handle: Ref<FormHandle>
  onDone: () => void
}

function AddForm({ user, draftName, handle, onDone }: AddFormProps) {
  const add = useAddPartner()
  const [prefill] = useState(() => newPartner(user))
  return (
    <PartnerForm
      draftName={draftName}
      prefill={prefill}
      schema={addSchema}
      first={<UserChooser />}
      words={{ save: 'Add Partner', saving: 'Adding...' }}
      isSaving={add.isPending}
      fieldOfConflict="userId"
      onSave={async (body) => {
        await add.mutateAsync(body)
        onDone()
      }}
      handle={handle}
    />
  )
}

/** For one user, if they can become a partner. */
function AddFormOf({ userId, ...form }: Omit<AddFormProps, 'user'> & { userId: string }) {
  const user = useUser(userId)
  if (!user.data) return <NotThere what="user" query={user} />
  if (user.data.partnerId) return <HasProfile partnerId={user.data.partnerId} />
  if (user.data.disabledAt) {
    return (
      <Alert tone="caution" title="This user is disabled">
        Enable them first.
      </Alert>
    )
  }
  return <AddForm user={user.data} {...form} />
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
