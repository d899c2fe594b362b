import CalendarDays from 'lucide-react/icons/calendar-days'
import { Day } from '#client/domain/day.tsx'
import { Row } from '#client/domain/rows/row.tsx'
import { RowPartnerName } from '#client/domain/rows/row-partner-name.tsx'
import { RowSection } from '#client/domain/rows/row-section.tsx'
import type { ActivationRow, SectionProps } from '#client/domain/rows/rows.ts'
import { Badge } from '#client/ui/badge.tsx'

type ActivationsSectionProps = SectionProps<ActivationRow> & { now: number }

export function ActivationsSection({ renderActions, now, ...section }: ActivationsSectionProps) {
  return (
    <RowSection
      {...section}
      title="Partner Activations"
      skeletonRows={2}
      short
      empty={{ icon: CalendarDays, line: 'No activations yet' }}
    >
      {(activation) => (
        <Row
          key={activation.id}
          id={`activation-${activation.id}`}
          title={activation.name}
          details={
            <>
              <Day at={activation.activationDate} />
              <RowPartnerName partner={activation.partner} />
            </>
          }
          badges={
            // Read as they are named, seen like every other badge.
            <span className="capitalize">
              {Date.parse(activation.activationDate) > now ? (
                <Badge tone="info">scheduled</Badge>
              ) : (
                <Badge tone="positive">active</Badge>
              )}
            </span>
          }
          actions={renderActions?.(activation)}
        />
      )}
    </RowSection>
  )
}
