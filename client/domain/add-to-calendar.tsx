import { CalendarPlus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Button } from '#client/ui/button.tsx'

type AddToCalendarProps = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'> & {
  /** Of the calendar file. */
  href: string
  name: string
}

/** Downloads an activation or a due date for a calendar. */
export function AddToCalendar({ href, name, ...button }: AddToCalendarProps) {
  return (
    <Button icon={CalendarPlus} asChild {...button}>
      <a href={href} download aria-label={`Add to calendar: ${name}`}>
        Add to calendar
      </a>
    </Button>
  )
}
