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
      <a href={`/api/activations/${id}/calendar`} download>
        <CalendarPlus aria-hidden className="size-4" />
        Add to calendar<span className="sr-only">: {name}</span>
      </a>
    </Button>
  )
}
