import { type ReactNode, useRef } from 'react'
import { Link } from 'wouter'
import { focusFirstField } from '#client/lib/focus-first-field.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { LoadedRecord } from '../loaded-record.tsx'
import { usePartnerSnapshot, useUserSnapshot } from '../queries.ts'
import { anyUser } from './any-user.ts'
import { type FormHandle, type FormSlot, PartnerForm } from './partner-form.tsx'

type PartnerDialogProps = DialogOpening & { me: CurrentUser }

/**
 * Creates a partner for a user.
 * @param of the id of the user, or `anyUser` if the user is chosen in the form
 */
export function AddPartner({ of, ...dialog }: PartnerDialogProps & { of: string }) {
  return (
    <PartnerDialog {...dialog} title="Add Partner">
      {(slot) =>
        of === anyUser ? (
          <PartnerForm partner={null} user={null} {...slot} />
        ) : (
          <AddForm userId={of} {...slot} />
        )
      }
    </PartnerDialog>
  )
}

/** Changes a partner's profile and terms. */
export function EditPartner({ partnerId, ...dialog }: PartnerDialogProps & { partnerId: string }) {
  return (
    <PartnerDialog {...dialog} title="Edit Partner">
      {(slot) => <EditForm partnerId={partnerId} {...slot} />}
    </PartnerDialog>
  )
}

type TitledProps = PartnerDialogProps & { title: string; children: (slot: FormSlot) => ReactNode }

function PartnerDialog({ me, title, open, onOpenChange, children }: TitledProps) {
  const handleRef = useRef<FormHandle>(null)

  const handleClose = () => {
    handleRef.current?.forget()
    onOpenChange(false)
  }

  return (
    <FormDialog
      title={title}
      description="Fields marked with an asterisk are required."
      size="wide"
      isGuarded
      open={open}
      onOpenChange={handleClose}
      isChanged={() => handleRef.current?.isChanged() === true}
      hasDraft
    >
      {children({ me, handleRef, onDone: handleClose })}
    </FormDialog>
  )
}

/** Loads the partner again, since the shown values may be out of date. */
function EditForm({ partnerId, ...slot }: FormSlot & { partnerId: string }) {
  return (
    <LoadedRecord what="partner" query={usePartnerSnapshot(partnerId)}>
      {(partner) => (
        <div ref={focusFirstField}>
          <PartnerForm partner={partner} user={null} {...slot} />
        </div>
      )}
    </LoadedRecord>
  )
}

/** The form for one user, or the reason why that user cannot become a partner. */
function AddForm({ userId, ...slot }: FormSlot & { userId: string }) {
  return (
    <LoadedRecord what="user" query={useUserSnapshot(userId)}>
      {(user) => {
        if (user.partnerId) return <HasProfile partnerId={user.partnerId} />
        if (!user.disabledAt) return <PartnerForm partner={null} user={user} {...slot} />
        return (
          <Alert tone="caution" title="This user is disabled">
            Enable the user first.
          </Alert>
        )
      }}
    </LoadedRecord>
  )
}

const HasProfile = ({ partnerId }: { partnerId: string }) => (
  <Alert tone="info" title="This user already has a partner profile">
    <Button asChild size="small" className="mt-2">
      <Link replace href={`/admin?tab=partners&partner=${partnerId}`}>
        View partner
      </Link>
    </Button>
  </Alert>
)
