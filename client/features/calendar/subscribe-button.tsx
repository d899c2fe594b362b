import { CalendarSync } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'wouter'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { Button } from '#client/ui/button.tsx'

type SubscribeButtonProps = Pick<ComponentProps<typeof Button>, 'size' | 'className'>

/** The link to the addresses at which other calendars subscribe to that of the user. */
export function SubscribeButton(button: SubscribeButtonProps) {
  const account = useAddressDialog('account')
  return (
    <Button icon={CalendarSync} asChild {...button}>
      <Link {...account.linkTo('calendar')}>Subscribe</Link>
    </Button>
  )
}
