import { writtenTerm } from '#client/domain/appendix-a-terms.ts'
import { openChat } from '#client/domain/open-chat.ts'
import { Button } from '#client/ui/button.tsx'
import { agreementFields } from '#contract/documents/agreements/agreement.ts'
import { agreementForms } from '#contract/documents/agreements/agreement-forms.ts'
import type { FormValues } from './signature.ts'

const fields = agreementFields<string>(agreementForms.venue_partnership_agreement)

/** Shows the signer the terms of a contract that staff have entered, or says that there are none. */
export function AgreedTerms({ agreed }: { agreed: FormValues }) {
  const terms = fields.filter(({ name }) => Object.hasOwn(agreed, name))
  return (
    <section className="mb-6 grid gap-3 rounded-control bg-sunken p-4">
      {terms.length > 0 ? (
        <>
          <h3 className="text-15">Agreed terms</h3>
          <dl className="grid grid-cols-1 gap-2 @md:@max-3xl:grid-cols-2">
            {terms.map((field) => (
              <div key={field.name} className="min-w-0">
                <dt className="text-12 text-muted">{field.label}</dt>
                <dd className="wrap-anywhere whitespace-pre-line text-13">
                  {writtenTerm(field, agreed[field.name] ?? null)}
                </dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <p className="text-13 text-muted">
          We haven't entered any terms for this agreement. Fill in what you agreed with us, or ask us first.
        </p>
      )}
      <p className="flex flex-wrap items-center gap-x-2 text-13">
        {terms.length > 0 ? 'Something wrong?' : 'Questions?'}
        <Button size="small" onClick={openChat}>
          Message us
        </Button>
      </p>
    </section>
  )
}
