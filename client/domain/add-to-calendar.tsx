import { CalendarPlus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { usePartnerAddress } from '#client/domain/current-user.ts'
import { Button } from '#client/ui/button.tsx'

type AddToCalendarProps = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'> & {
  /** The address of the calendar file. */
  href: string
  name: string
}

/** A link that downloads an activation or a due date as a calendar file. */
export function AddToCalendar({ href, name, ...button }: AddToCalendarProps) {
  const partnerAddress = usePartnerAddress()
  return (
    <Button icon={CalendarPlus} asChild {...button}>
      <a href={partnerAddress(href)} download aria-label={`Add to calendar: ${name}`}>
        Add to calendar
      </a>
    </Button>
  )
}
