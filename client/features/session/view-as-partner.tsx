import { Eye } from 'lucide-react'
import { Button } from '#client/ui/button.tsx'
import type { AdminPartner } from '#contract/partners/partners.ts'
import { useStartImpersonation } from './mutations.ts'

/** Shows staff the portal as a partner sees it, until they stop or an hour is over. Nothing can be changed meanwhile. */
export function ViewAsPartner({ partner }: { partner: AdminPartner }) {
  const { mutate: start, isPending } = useStartImpersonation(partner.id)
  // Staff who have a profile cannot be impersonated.
  if (partner.user.role !== 'user') return null
  return (
    <Button
      pending={isPending}
      title={`See the portal as ${partner.fullName} sees it, read-only`}
      onClick={() => start()}
    >
      {!isPending && <Eye aria-hidden className="size-4" />}
      View as partner
    </Button>
  )
}
