import { PartnerLink } from '#client/domain/partner-link.tsx'
import { personName } from '#client/domain/person-name.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { DialogForm } from '#client/ui/form-dialog.tsx'
import { FormInput } from '#client/ui/form-fields.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { EraseUser as EraseUserBody, type ErasureInventory } from '#contract/users/erasure.ts'
import { erasedLines, isUnused, keptLines } from '#contract/users/erasure-lines.ts'
import type { AdminUser } from '#contract/users/users.ts'
import { HandoverChoice } from './handover/handover-choice.tsx'
import { useHandover } from './handover/use-handover.ts'
import { Lines } from './lines.tsx'
import { useEraseUser } from './mutations.ts'
import { useErasure } from './queries.ts'

type EraseUserProps = DialogOpening & { user: AdminUser }

/** Erases a user for good, after it has shown what is deleted and what is kept. */
export function EraseUser({ user, ...opening }: EraseUserProps) {
  const erasure = useErasure(user.id)
  const isSimple = erasure.data !== undefined && isUnused(erasure.data)
  return (
    <Dialog
      title={`${isSimple ? 'Remove' : 'Erase'} ${personName(user)}?`}
      isGuarded
      isReadOnly={isSimple}
      {...opening}
    >
      <QueryState query={erasure} className="min-h-40" failure={{ title: 'The user could not be loaded' }}>
        {(inventory) => (
          <EraseForm user={user} inventory={inventory} onErased={() => opening.onOpenChange(false)} />
        )}
      </QueryState>
    </Dialog>
  )
}

type EraseFormProps = { user: AdminUser; inventory: ErasureInventory; onErased: () => void }

function EraseForm({ user, inventory, onErased }: EraseFormProps) {
  const isSimple = isUnused(inventory)
  const { mutateAsync: eraseUser, isPending } = useEraseUser(user.id, isSimple)
  const handover = useHandover(user.id)
  const edit = useEditForm<{ email: string }, { email: string }>({
    schema: typedEmail(user.email),
    record: null,
    // For a user without any data, the admin need not type the email address to confirm.
    valuesOf: () => ({ email: isSimple ? user.email : '' }),
    save: async (body) => {
      await handover.run()
      await eraseUser(body)
      onErased()
    },
  })
  return (
    <DialogForm
      edit={edit}
      isPending={isPending || handover.isPending}
      tone="danger"
      submitLabel={isSimple ? 'Remove user' : 'Erase permanently'}
    >
      {isSimple ? (
        <p>
          They have never signed in and have no data in the portal. The audit log keeps a record that the user
          was added and removed.
        </p>
      ) : (
        <>
          {inventory.otherMembers > 0 && user.partner && (
            <Alert tone="caution" title={`${user.partner.businessName} has other people`}>
              {`Their membership ends with the partner. To keep it, first make one of them the owner, in `}
              <PartnerLink partnerId={user.partner.id} className="underline">
                People
              </PartnerLink>
              .
            </Alert>
          )}
          <p>They're signed out immediately. This can't be undone.</p>
          <Lines heading="Erased">{erasedLines(inventory)}</Lines>
          <Lines heading="Kept">{keptLines(inventory)}</Lines>
        </>
      )}
      <HandoverChoice handover={handover} none={nobody} endsTokens />
      {!isSimple && (
        <FormInput
          name="email"
          label={`Type ${user.email} to confirm`}
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
    </DialogForm>
  )
}

const nobody = {
  label: 'Nobody',
  hint: 'What nobody takes over is left without anyone responsible.',
}

const typedEmail = (email: string) =>
  EraseUserBody.extend({
    email: EraseUserBody.shape.email.refine(
      (typed) => typed.toLowerCase() === email.toLowerCase(),
      "This is not the user's email address.",
    ),
  })
