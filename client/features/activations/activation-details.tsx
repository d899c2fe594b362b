import { CalendarX, Smartphone } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { AddToCalendar } from '#client/domain/add-to-calendar.tsx'
import { usePartnerAddress } from '#client/domain/current-user.ts'
import { usePartner } from '#client/domain/queries.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Button } from '#client/ui/button.tsx'
import { DetailsDialog } from '#client/ui/details-dialog.tsx'
import { DialogFooter } from '#client/ui/dialog.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import { NothingYet } from '#client/ui/not-loaded.tsx'
import type { PartnerActivation } from '#contract/activations.ts'
import { ActivationFacts } from './activation-facts.tsx'
import { isNear } from './activation-times.ts'
import { calendarFileOf } from './calendar-file.ts'
import { useActivation } from './queries.ts'

// Only staff need the menu, so partners never load it.
const ActivationMenu = lazyPart(
  async () => ({ default: (await import('./activation-menu.tsx')).ActivationMenu }),
  NothingYet,
)

type ActivationDetailsProps = {
  activationId: string
  isStaff: boolean
  open: boolean
  onClose: () => void
  /** Renders what other features have about the activation, below its facts. */
  renderMore: (activation: PartnerActivation) => ReactNode
  /** Whether that is still being read. The details appear together. */
  isReadingMore: boolean
  /** The dialogs that open on top of this one. */
  children: ReactNode
}

/** Everything about an activation, for its partner and for staff. */
export function ActivationDetails(props: ActivationDetailsProps) {
  const { activationId, isStaff, renderMore, isReadingMore, ...opening } = props
  // The dialog does not read while it closes: the activation may have been deleted in it.
  const query = useActivation(activationId, opening.open)
  const now = useNow()
  const partnerAddress = usePartnerAddress()
  const { data: partner } = usePartner((isStaff && query.data?.partnerId) || null)
  return (
    <DetailsDialog
      {...opening}
      query={isReadingMore ? { ...query, data: undefined } : query}
      what="activation"
      titleOf={({ name }) => name}
      actionsOf={(activation) =>
        partner && (
          <Suspense fallback={<span className="size-9 shrink-0" />}>
            <ActivationMenu
              activation={{ ...activation, partner }}
              partner={null}
              onDeleted={opening.onClose}
            />
          </Suspense>
        )
      }
      size="details"
      className="min-h-48"
      loading={<DetailsSkeleton />}
      gone={{ icon: CalendarX, line: 'This activation no longer exists.' }}
      renderDetails={(activation) => (
        <div className="grid grid-cols-1 gap-5">
          <ActivationFacts activation={activation} isStaff={isStaff} />
          {renderMore(activation)}
          {activation.stage !== 'canceled' && (
            <DialogFooter>
              <AddToCalendar
                href={calendarFileOf(activation)}
                name={activation.name}
                variant={isNear(activation, now) ? 'secondary' : 'primary'}
              />
              {isNear(activation, now) && (
                <Button asChild icon={Smartphone} variant="primary">
                  <a href={partnerAddress(`/day/${activation.id}`)}>Page for the day</a>
                </Button>
              )}
            </DialogFooter>
          )}
        </div>
      )}
    />
  )
}

const DetailsSkeleton = () => (
  <div className="grid grid-cols-1 gap-4">
    <Skeleton className="h-6 w-24 rounded-full" />
    {[1, 2].map((fact) => (
      <div key={fact} className="grid grid-cols-1 gap-2">
        <Skeleton className="h-3.5 w-16" />
        <Skeleton className="h-4 w-64 max-w-full" />
      </div>
    ))}
  </div>
)
