import CalendarDays from 'lucide-react/icons/calendar-days'
import { Badge } from '#client/ui/badge.tsx'
import { Day } from './day.tsx'
import { useActivations } from './queries.ts'
import { Row } from './row.tsx'
import { RowPartnerName } from './row-partner-name.tsx'
import { RowSection } from './row-section.tsx'
import type { Scope } from './rows.ts'

export function ActivationsSection({ scope, now }: { scope: Scope; now: number }) {
  return (
    <RowSection
      title="Partner Activations"
      description={scope === 'all' ? 'Of all partners, the newest first' : undefined}
      query={useActivations(scope)}
      skeletonRows={2}
      short
      empty={{ icon: CalendarDays, line: 'No activations yet' }}
    >
      {({ id, name, activationDate, partner }) => (
        <Row
          key={id}
          id={`activation-${id}`}
          title={name}
          details={
            <>
              <Day at={activationDate} />
              <RowPartnerName partner={partner} />
            </>
          }
          badges={
            // Read as they are named, seen like every other badge.
            <span className="capitalize">
              {Date.parse(activationDate) > now ? (
                <Badge tone="info">scheduled</Badge>
              ) : (
                <Badge tone="positive">active</Badge>
              )}
            </span>
          }
        />
      )}
    </RowSection>
  )
}
