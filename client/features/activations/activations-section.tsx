import { CalendarDays } from 'lucide-react'
import { useActivationDialog } from '#client/domain/opened.ts'
import { Row, RowPartnerName } from '#client/domain/rows/row.tsx'
import { RowSection } from '#client/domain/rows/row-section.tsx'
import type { ActivationRow, SectionProps } from '#client/domain/rows/rows.ts'
import { formatDateTime } from '#client/lib/format.ts'
import { ActivationBadges } from './activation-badges.tsx'
import { startOf } from './activation-times.ts'

type ActivationsSectionProps = SectionProps<ActivationRow> & { now: number }

export function ActivationsSection({ renderActions, now, ...section }: ActivationsSectionProps) {
  const dialog = useActivationDialog()
  return (
    <RowSection
      {...section}
      title="Partner Activations"
      skeletonRows={2}
      empty={{ icon: CalendarDays, line: 'No activations yet' }}
    >
      {(activation) => (
        <Row
          key={activation.id}
          id={`activation-${activation.id}`}
          title={activation.name}
          link={dialog.linkTo(activation.id)}
          details={
            <>
              <time dateTime={activation.activationDate} title={formatDateTime(activation.activationDate)}>
                {startOf(activation)}
              </time>
              <RowPartnerName partner={activation.partner} />
              {activation.place && ` · ${activation.place}`}
            </>
          }
          badges={<ActivationBadges activation={activation} now={now} />}
          actions={renderActions?.(activation)}
        />
      )}
    </RowSection>
  )
}
