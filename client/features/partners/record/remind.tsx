import { BellRing } from 'lucide-react'
import { Button } from '#client/ui/button.tsx'
import { useRemindPartner } from '../mutations.ts'

/** A button that emails a partner about their open items, at most once an hour. */
export function Remind({ partnerId }: { partnerId: string }) {
  const { mutate: remind, isPending } = useRemindPartner(partnerId)
  return (
    <Button
      icon={BellRing}
      pending={isPending}
      title="Email this partner a list of what's open"
      onClick={() => remind()}
    >
      Remind
    </Button>
  )
}
