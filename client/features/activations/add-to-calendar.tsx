import { CalendarPlus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '#client/ui/button.tsx'
import type { PartnerActivation } from '#contract/activations.ts'

type AddToCalendarProps = Pick<ComponentProps<typeof Button>, 'variant' | 'size'> & {
  activation: PartnerActivation
}

/** Downloads an activation for a calendar. */
export function AddToCalendar({ activation: { id, name }, ...button }: AddToCalendarProps) {
  return (
    <Button asChild {...button}>
      <a href={`/api/activations/${id}/calendar`} download aria-label={`Add to calendar: ${name}`}>
        <CalendarPlus aria-hidden className="size-4" />
        Add to calendar
      </a>
    </Button>
  )
}
