import { CalendarClock, ReceiptText } from 'lucide-react'
import { Ago, Day } from '#client/domain/day.tsx'
import type { useAgreementDialog } from '#client/domain/opened.ts'
import type { NeedsAttention as Attention } from '#contract/attention.ts'
import { addressOf } from '#contract/screens.ts'
import type { LineProps } from './attention-line.tsx'
import { Whose } from './attention-parts.tsx'

/** The words of a kind of items: what is counted, the address of their list, and a line for each. */
export type GroupTexts = { counted: string; state?: string; href: string; lines: Omit<LineProps, 'item'>[] }

type Shown = { isOfOne: boolean; now: number; agreement: ReturnType<typeof useAgreementDialog> }

/** Returns the kinds of items about what the company and its partners owe each other. */
export const owedGroups = (
  attention: Pick<Attention, 'lateObligations' | 'invoicesToReview'>,
  { isOfOne, now, agreement }: Shown,
): Record<keyof typeof attention, GroupTexts> => ({
  lateObligations: {
    counted: 'late obligation',
    href: '/admin?tab=payments&view=owed&state=late',
    lines: attention.lateObligations.rows.map(({ name, owedBy, documentId, since, partner: of }) => ({
      icon: CalendarClock,
      title: name,
      note: (
        <>
          <Whose of={of} isOfOne={isOfOne} />
          {owedBy === 'company' ? 'the company is late since ' : 'the partner is late since '}
          <Day at={since} />
        </>
      ),
      action: { label: 'Open', of: `${name} of ${of.businessName}`, ...agreement.linkTo(documentId) },
    })),
  },
  invoicesToReview: {
    counted: 'invoice',
    state: 'to review',
    href: '/admin?tab=payments&view=invoices&status=received',
    lines: attention.invoicesToReview.rows.map(({ name, since, partner: of }) => ({
      icon: ReceiptText,
      title: name,
      note: (
        <>
          <Whose of={of} isOfOne={isOfOne} />
          received <Ago at={since} now={now} />
        </>
      ),
      action: { label: 'Review', of: `${name} of ${of.businessName}`, href: addressOf.invoicesOf(of.id) },
    })),
  },
})
