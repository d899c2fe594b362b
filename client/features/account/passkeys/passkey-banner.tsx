import { KeyRound } from 'lucide-react'
import { Link } from 'wouter'
import { Day } from '#client/domain/day.tsx'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { formatCount } from '#client/lib/format.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Button } from '#client/ui/button.tsx'

const dayMs = 86_400_000

/** Shows staff without a passkey until when they have to set one up. */
export function PasskeyBanner({ requiredFrom }: { requiredFrom: string }) {
  const account = useAddressDialog('account')
  const daysLeft = Math.max(1, Math.ceil((Date.parse(requiredFrom) - useNow()) / dayMs))
  return (
    <section
      aria-label="Set up a passkey"
      className="border-line border-b bg-info-soft px-4 sm:px-6 lg:pr-20 xl:pl-20"
    >
      <div className="mx-auto flex min-h-12 max-w-page items-center gap-3 py-1.5">
        <KeyRound aria-hidden className="size-4 shrink-0 text-info" />
        <p className="text-13 max-sm:flex-1">
          <strong className="font-semibold">{`${formatCount(daysLeft, 'day')} left`}</strong> to set up a
          passkey. Staff need one from <Day at={requiredFrom} />.
        </p>
        <Button asChild size="small">
          <Link {...account.linkTo('security')}>Set up</Link>
        </Button>
      </div>
    </section>
  )
}
