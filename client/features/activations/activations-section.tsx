import { CalendarDays } from 'lucide-react'
import { AddToCalendar } from '#client/domain/add-to-calendar.tsx'
import { useActivationDialog } from '#client/domain/opened.ts'
import { Row, RowPartnerName } from '#client/domain/rows/row.tsx'
import { RowSection } from '#client/domain/rows/row-section.tsx'
import type { ActivationRow, SectionProps } from '#client/domain/rows/rows.ts'
import { formatDateTime } from '#client/lib/format.ts'
import { ActivationBadges } from './activation-badges.tsx'
import { comingFirst, isPast, startOf } from './activation-times.ts'
import { calendarFileOf } from './calendar-file.ts'
import { useOwnActivations } from './queries.ts'

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

/** The partner's own activations: the coming ones first, the next one on top, and then the past ones. */
export function OwnActivations({ now }: { now: number }) {
  const { data, isError, error, refetch } = useOwnActivations()
  return (
    <ActivationsSection
      query={{ data: data && comingFirst(data, now), isError, error, refetch }}
      now={now}
      renderActions={(activation) =>
        activation.stage !== 'canceled' &&
        !isPast(activation, now) && (
          <AddToCalendar href={calendarFileOf(activation)} name={activation.name} size="small" />
        )
      }
    />
  )
}
