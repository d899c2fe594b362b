import { type ReactNode, useId, useState } from 'react'
import { Link } from 'wouter'
import { Day } from '#client/domain/day.tsx'
import { personName } from '#client/domain/person-name.ts'
import { usePartner } from '#client/domain/queries.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogFooter } from '#client/ui/dialog.tsx'
import { PagedList } from '#client/ui/paged-list.tsx'
import type { AdminPartner, PartnerActivity } from '#contract/partners/partners.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { EditPartner } from '../form/partner-dialogs.tsx'
import { LoadedRecord } from '../loaded-record.tsx'
import { usePartnerActivities } from '../queries.ts'
import { PartnerFacts } from './partner-facts.tsx'
import { TakeBackStatus } from './take-back-status.tsx'

type PartnerDetailsProps = {
  me: CurrentUser
  partnerId: string
  open: boolean
  onClose: () => void
  actions?: ((partner: AdminPartner) => ReactNode) | undefined
}

/** All that is known of a partner, what happened to them, and what can be done. */
export function PartnerDetails(props: PartnerDetailsProps) {
  const { me, partnerId, open, onClose, actions } = props
  const [isEditing, setEditing] = useState(false)
  // Back closes both.
  if (isEditing && !open) setEditing(false)
  const partner = usePartner(partnerId)
  return (
    <>
      <Dialog
        title={partner.data?.fullName ?? 'Partner'}
        description={partner.data && <span className="line-clamp-2">{partner.data.businessName}</span>}
        size="wide"
        isReadOnly
        open={open}
        onOpenChange={onClose}
      >
        <LoadedRecord what="partner" query={partner}>
          {(data) => (
            <div className="grid grid-cols-1 gap-5">
              <PartnerFacts
                partner={data}
                statusAction={me.role === 'admin' && <TakeBackStatus partner={data} />}
              />
              <Activity partnerId={partnerId} />
              <DialogFooter>
                {actions?.(data)}
                <Button asChild>
                  <Link href={`/?partner=${partnerId}`}>Open dashboard</Link>
                </Button>
                <Button variant="primary" onClick={() => setEditing(true)}>
                  Edit Partner
                </Button>
              </DialogFooter>
            </div>
          )}
        </LoadedRecord>
      </Dialog>
      <EditPartner me={me} partnerId={partnerId} open={isEditing} onClose={() => setEditing(false)} />
    </>
  )
}

/** The activity of a partner, with the actor and the time. */
function Activity({ partnerId }: { partnerId: string }) {
  const id = useId()
  const activities = usePartnerActivities(partnerId)
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-2 border-line border-t pt-5">
      <h3 id={id} className="text-15">
        Activity
      </h3>
      <PagedList
        what="activity"
        query={activities}
        rows={activities.data?.pages.flatMap((page) => page.rows)}
        emptyLine="No activity yet"
        renderRow={(activity) => <ActivityRow key={activity.id} activity={activity} />}
      />
    </section>
  )
}

function ActivityRow({ activity: { description, actor, createdAt } }: { activity: PartnerActivity }) {
  return (
    <li className="py-2.5">
      <p className="wrap-anywhere">{description}</p>
      <p className="wrap-anywhere text-13 text-muted">
        {/* There is no actor where the portal acted itself or the user was deleted. */}
        {actor && `${personName(actor)} · `}
        <Day at={createdAt} exact />
      </p>
    </li>
  )
}
