import { type Ref, useRef, useState } from 'react'
import { ApiError } from '#client/lib/api.ts'
import { toast } from '#client/lib/toast.ts'
import { EditConflict } from '#client/ui/edit-conflict.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import type { AdminPartner } from '#contract/partners/partners.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { usePartnerAsItIs } from '../details/read-partner.ts'
import { NotThere } from '../not-there.tsx'
import { type FormHandle, PartnerForm } from './partner-form.tsx'
import { updateSchema, valuesOfPartner } from './partner-values.ts'
import { isConflict, useUpdatePartner } from './save-partner.ts'

type EditPartnerProps = {
  me: CurrentUser
  partnerId: string
  open: boolean
  onClose: () => void
}

/** Changes all that is said of a partner. */
export function EditPartner({ me, partnerId, open, onClose }: EditPartnerProps) {
  const form = useRef<FormHandle>(null)

  const handleClose = () => {
    // Saved, or thrown away on purpose.
    form.current?.forget()
    onClose()
  }

  return (
    <FormDialog
      title="Edit Partner"
      description="Fields marked with an asterisk are required."
      size="wide"
      guarded
      open={open}
      onOpenChange={handleClose}
      isChanged={() => form.current?.isChanged() === true}
    >
      <PartnerToEdit me={me} partnerId={partnerId} handle={form} onDone={handleClose} />
    </FormDialog>
  )
}

type FormProps = { me: CurrentUser; handle: Ref<FormHandle>; onDone: () => void }

/** What is shown may have been read a while ago: the form begins with what the partner is now. */
function PartnerToEdit({ partnerId, ...form }: FormProps & { partnerId: string }) {
  const partner = usePartnerAsItIs(partnerId)

  const handleLoad = async () => {
    const { data, isError } = await partner.refetch()
    if (data && !isError) return
    const description = 'The partner could not be loaded. Check your connection and try again.'
    toast({ title: 'Error', description, tone: 'danger' })
  }

  if (!partner.data) return <NotThere what="partner" query={partner} />
  return (
    // What has been loaded anew is another beginning.
    <EditForm key={partner.data.updatedAt} partner={partner.data} onLoad={handleLoad} {...form} />
  )
}

type EditFormProps = FormProps & { partner: AdminPartner; onLoad: () => void }

function EditForm({ me, partner, handle, onLoad, onDone }: EditFormProps) {
  const { id, updatedAt } = partner
  const [prefill] = useState(() => valuesOfPartner(partner))
  const [conflict, setConflict] = useState<string>()
  const update = useUpdatePartner(id)
  return (
    <div ref={focusFirstField}>
      <PartnerForm
        // What was typed over an earlier state is not put over this one.
        draftName={`partner:${me.id}:${id}:${updatedAt}`}
        prefill={prefill}
        schema={updateSchema}
        stored={{
          own: partner.preferredCommunicationMethod,
          marketing: partner.marketingPreferredCommunicationMethod,
        }}
        last={<EditConflict edit={{ conflict, isGone: false, loadCurrent: onLoad }} />}
        words={{ save: 'Save changes', saving: 'Saving...' }}
        isSaving={update.isPending}
        onSave={async (body) => {
          setConflict(undefined)
          try {
            await update.mutateAsync({ ...body, updatedAt })
          } catch (error) {
            if (isConflict(error) && error instanceof ApiError) setConflict(error.serverMessage)
            throw error
          }
          onDone()
        }}
        handle={handle}
      />
    </div>
  )
}

// When the form comes, the dialog is open already, with the focus on what was there first.
const focusFirstField = (place: HTMLElement | null) => place?.querySelector('input')?.focus()
