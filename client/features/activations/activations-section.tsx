import { CalendarDays } from 'lucide-react'
import { Day } from '#client/domain/day.tsx'
import { Row, RowPartnerName } from '#client/domain/rows/row.tsx'
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
            // The texts of the specification are in lower case; badges show capitals.
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
