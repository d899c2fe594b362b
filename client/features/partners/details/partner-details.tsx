import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogFooter } from '#client/ui/dialog.tsx'
import type { AdminPartner } from '#contract/partners/partners.ts'
import { NotThere } from '../not-there.tsx'
import { Activity } from './activity.tsx'
import { PartnerFacts } from './partner-facts.tsx'
import { usePartner } from './read-partner.ts'

type PartnerDetailsProps = {
  partnerId: string
  /** As the list knows it. */
  listed: AdminPartner | undefined
  open: boolean
  onClose: () => void
  onEdit: () => void
  actions?: ((partner: AdminPartner) => ReactNode) | undefined
}

/** All that is known of a partner, what happened to them, and what can be done. */
export function PartnerDetails({ partnerId, listed, open, onClose, onEdit, actions }: PartnerDetailsProps) {
  const partner = usePartner(partnerId, listed)
  const { data } = partner
  return (
    <Dialog
      title={data?.fullName ?? 'Partner'}
      description={data && <span className="line-clamp-2">{data.businessName}</span>}
      size="wide"
      isToRead
      open={open}
      onOpenChange={onClose}
    >
      {data ? (
        <div className="grid grid-cols-1 gap-5">
          <PartnerFacts partner={data} />
          <Activity partnerId={partnerId} />
          <DialogFooter>
            {actions?.(data)}
            <Button asChild>
              <Link href={`/?partner=${partnerId}`}>Open dashboard</Link>
            </Button>
            <Button variant="primary" onClick={onEdit}>
              Edit Partner
            </Button>
          </DialogFooter>
        </div>
      ) : (
        <NotThere what="partner" query={partner} />
      )}
    </Dialog>
  )
}
