import { useInfiniteQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { forOne } from '#client/domain/audience/audience.ts'
import { sentFor, type WithAudience } from '#client/domain/audience/audience-field.tsx'
import { partnerLabel } from '#client/domain/rows/rows.ts'
import { formatCount } from '#client/lib/format.ts'
import { pagesOf } from '#client/lib/query-client.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { Titled } from '#client/ui/facts.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { PagedList } from '#client/ui/paged-list.tsx'
import type { AgreementTypeDetails } from '#contract/agreement-types.ts'
import { endsAfterItBegins, endsBeforeItBegins } from '#contract/documents/life-dates.ts'
import { DatesInputs, datesShape } from './life-inputs.tsx'
import { hasTerms, PartnerTermsShape, sentPartnerTerms } from './partner-terms.ts'
import { type PartnerTerms, ReplacedTerms } from './replaced-terms.tsx'
import { useAddDocument } from './shared/mutations.ts'

type AskValues = WithAudience & {
  documentType: string
  effectiveOn: string
  endsOn: string
  partnerTerms: PartnerTerms
}

const askSchema = z
  .object({ ...datesShape, partnerTerms: PartnerTermsShape })
  .refine(endsAfterItBegins, endsBeforeItBegins)

type AskToSignDialogProps = DialogOpening & {
  type: Pick<AgreementTypeDetails, 'id' | 'name' | 'version' | 'signedEarlier'>
}

/** Asks the partners who signed an earlier text of an agreement to sign the text in force. */
export function AskToSignDialog({ type, ...opening }: AskToSignDialogProps) {
  const { id, name, version, signedEarlier } = type
  const { count, partnerIds } = signedEarlier
  const partners = formatCount(partnerIds.length, 'partner')
  const { mutateAsync: ask } = useAddDocument(`Asked ${partners} to sign`)
  const asked = { partner: null, audience: { ...forOne, kind: 'partners' as const, partnerIds } }
  const edit = useEditForm<AskValues, z.output<typeof askSchema>>({
    schema: askSchema,
    record: null,
    // The table of terms reads the partners and the type from the form.
    valuesOf: () => ({ ...asked, documentType: id, effectiveOn: '', endsOn: '', partnerTerms: {} }),
    save: async ({ partnerTerms, ...dates }) => {
      const terms = sentPartnerTerms(id, partnerTerms)
      await ask({ ...sentFor(asked), documentType: id, ...dates, replacesEarlier: true, ...terms })
    },
  })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      size={hasTerms(id) ? 'roomy' : 'wide'}
      title="Ask to sign this version"
      description={`${name}, version ${version}`}
      submitLabel={`Ask ${partners}`}
      pendingLabel="Asking..."
    >
      <p>
        {`${partners} signed an earlier version and will get this one to sign, with a notification. The earlier one stays in force until they sign.`}
        {count > partnerIds.length &&
          ` ${formatCount(count - partnerIds.length, 'more partner')} can be asked after these, who signed earliest.`}
      </p>
      {!hasTerms(id) && <AskedPartners type={id} partnerIds={partnerIds} />}
      <DatesInputs />
      {hasTerms(id) && <ReplacedTerms />}
    </EditDialog>
  )
}

function AskedPartners({ type, partnerIds }: { type: string; partnerIds: readonly string[] }) {
  const query = { partners: partnerIds.join(), group: '' }
  const rows = useInfiniteQuery(
    pagesOf('/api/admin/agreement-types/:type/replaced-terms', { params: { type }, query }),
  )
  return (
    <Titled title="Who is asked">
      <div className="max-h-72 overflow-y-auto rounded-control border border-line px-3">
        <PagedList
          what="partners"
          query={rows}
          rows={rows.data?.pages.flatMap((page) => page.rows)}
          renderRow={({ partner }) => (
            <li key={partner.id} className="wrap-anywhere py-2">
              {partnerLabel(partner)}
            </li>
          )}
        />
      </div>
    </Titled>
  )
}
