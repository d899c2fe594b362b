import { ChartColumn } from 'lucide-react'
import { Day } from '#client/domain/day.tsx'
import type { useActivationDialog } from '#client/domain/opened.ts'
import type { NeedsAttention as Attention } from '#contract/attention.ts'
import type { GroupTexts } from './attention-owed.tsx'
import { Whose } from './attention-parts.tsx'

type Shown = { isOfOne: boolean; activation: ReturnType<typeof useActivationDialog> }

/** Returns the kinds of items about events: recaps that nobody has written. */
export const eventGroups = (
  { missingRecaps }: Pick<Attention, 'missingRecaps'>,
  { isOfOne, activation }: Shown,
): { missingRecaps: GroupTexts } => ({
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
