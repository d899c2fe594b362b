import { CalendarClock, ChartColumn } from 'lucide-react'
import { Day } from '#client/domain/day.tsx'
import type { useAddressDialog } from '#client/lib/address-dialog.ts'
import type { NeedsAttention as Attention } from '#contract/attention.ts'
import type { LineProps } from './attention-line.tsx'
import { Whose } from './attention-parts.tsx'

export type GroupTexts = { counted: string; state?: string; href: string; lines: Omit<LineProps, 'item'>[] }

type Link = Pick<ReturnType<typeof useAddressDialog>, 'linkTo'>
type Options = { agreement: Link; activation: Link; isOfOne: boolean }

/** Returns what waits for staff about events: what their agreements ask, and recaps that nobody has written. */
export const eventGroups = (
  { lateObligations, missingRecaps }: Attention,
  { agreement, activation, isOfOne }: Options,
): Pick<{ [Kind in keyof Attention]: GroupTexts }, 'lateObligations' | 'missingRecaps'> => ({
  lateObligations: {
    counted: 'late obligation',
    href: '/admin?tab=payments&view=owed&state=late',
    lines: lateObligations.rows.map(({ name, owedBy, documentId, since, partner: of }) => ({
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
  missingRecaps: {
    counted: 'missing recap',
    href: '/admin?tab=activations&time=past',
    lines: missingRecaps.rows.map(({ id, name, since, partner: of }) => ({
      icon: ChartColumn,
      title: name,
      note: (
        <>
          <Whose of={of} isOfOne={isOfOne} />
          ended <Day at={since} />
        </>
      ),
      action: { label: 'Open', of: `${name} of ${of.businessName}`, ...activation.linkTo(id) },
    })),
  },
})
