import { useRef, useState } from 'react'
import { useCurrentUser } from '#client/domain/current-user.ts'
import { personName } from '#client/domain/person-name.ts'
import { ApiError } from '#client/lib/api.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput } from '#client/ui/form-fields.tsx'
import { electronicConsent } from '#contract/documents/agreements/electronic-consent.ts'
import { CountersignDocument } from '#contract/documents/countersigning.ts'
import type { AgreementDetails } from '#contract/documents/documents.ts'
import { limits } from '#contract/limits.ts'
import { ConsentButton } from './consent-dialog.tsx'
import { useCountersign } from './mutations.ts'
import { SignedAgreement } from './signed-agreement.tsx'

const signer = CountersignDocument.pick({ signerName: true, signerTitle: true })
type Signer = { signerName: string; signerTitle: string }

/** Signs an agreement for the company. Shows the agreement as its partner signed it, and asks who signs and whether they consent. */
export function CountersignDialog({ document, ...opening }: DialogOpening & { document: AgreementDetails }) {
  const { data: user } = useCurrentUser()
  const [hasAgreed, setAgreed] = useState(false)
  const agreedRef = useRef<HTMLInputElement>(null)
  const { mutateAsync: countersign, isPending } = useCountersign(document.id)
  const { companyName, textSha256 } = document.evidence ?? { companyName: '', textSha256: '' }
  const edit = useEditForm<Signer, Signer>({
    schema: signer,
    record: null,
    valuesOf: () => ({ signerName: user ? personName(user) : '', signerTitle: '' }),
    save: async (values) => {
      if (!hasAgreed) return agreedRef.current?.focus()
      try {
        await countersign({ ...values, textSha256, consentVersion: electronicConsent.version })
      } catch (error) {
        // Someone has signed or voided the agreement meanwhile, so there is nothing to send again.
        if (error instanceof ApiError && error.status === 409) opening.onOpenChange(false)
        throw error
      }
      opening.onOpenChange(false)
    },
  })
  const { isSubmitted } = edit.form.formState
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title={`Sign the ${document.documentName} for ${companyName}`}
      description={`${document.partner.fullName} · ${document.partner.businessName}`}
      size="wide"
      staysOpen
      isPending={isPending}
      submitLabel={isPending ? 'Signing...' : `Sign for ${companyName}`}
    >
      <div className="-mx-4 -mt-5 border-line border-b sm:-mx-6">
        <SignedAgreement document={document} className="max-h-[45dvh]" />
      </div>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <FormInput name="signerName" label="Your name" required maxLength={limits.name} autoComplete="name" />
        <FormInput
          name="signerTitle"
          label="Your title"
          required
          maxLength={limits.name}
          autoComplete="organization-title"
        />
      </div>
      <div className="grid justify-items-start gap-1">
        <ConsentButton />
        <Checkbox
          ref={agreedRef}
          checked={hasAgreed}
          onChange={({ target }) => setAgreed(target.checked)}
          label={electronicConsent.checkboxLabel}
          error={isSubmitted && !hasAgreed ? 'Check the box to agree before signing' : undefined}
        />
      </div>
    </EditDialog>
  )
}
