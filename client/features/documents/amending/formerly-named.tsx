import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useAgreementDialog } from '#client/domain/opened.ts'
import type { RowPartner } from '#client/domain/rows/rows.ts'
import { readOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import type { WaitingAmendmentState } from '#contract/documents/amendment-terms.ts'
import { PrepareAmendmentDialog } from '../lazy-dialogs.ts'

const waitingTexts: Record<WaitingAmendmentState, string> = {
  partner: "An amendment waits for the partner's signature.",
  company: "An amendment waits for the company's signature.",
  declined: 'The partner declined the amendment. They can still sign it.',
  outdated:
    'An amendment is out of date, because the business name has changed again. A new one replaces it.',
}

/** Says which signed agreements of a partner keep a former business name, and what their amendments wait for, if there are any. */
export function FormerlyNamedNotice({ partner }: { partner: RowPartner }) {
  const { data: named } = useQuery(
    readOf('/api/admin/partners/:partnerId/amendments', { params: { partnerId: partner.id } }),
  )
  const dialog = useAgreementDialog()
  if (!named) return null
  const { length } = named.agreements
  return (
    <section aria-label="Business name in agreements" className="grid gap-2 empty:hidden">
      {named.waiting.map(({ id, state }) => (
        <Line key={id} text={waitingTexts[state]}>
          <Button size="small" asChild>
            <Link {...dialog.linkTo(id)}>
              Open<span className="sr-only"> the amendment</span>
            </Link>
          </Button>
        </Line>
      ))}
      {length > 0 && (
        <Line
          text={
            length === 1
              ? '1 signed agreement keeps the old name.'
              : `${length} signed agreements keep the old name.`
          }
        >
          <Button
            size="small"
            opens={(opening) => <PrepareAmendmentDialog {...opening} partner={partner} named={named} />}
          >
            Prepare an amendment
          </Button>
        </Line>
      )}
    </section>
  )
}

const Line = ({ text, children }: { text: string; children: ReactNode }) => (
  <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-caution-soft px-3 py-2">
    <p className="min-w-0 flex-1 basis-60 text-13">{text}</p>
    {children}
  </div>
)
