import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useState } from 'react'
import { Ago, Day } from '#client/domain/day.tsx'
import { formatCount } from '#client/lib/format.ts'
import { pagesOf } from '#client/lib/query-client.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { type DialogOpening, useOpenDialog } from '#client/ui/dialog-host.tsx'
import { Select } from '#client/ui/field.tsx'
import { PagedList } from '#client/ui/paged-list.tsx'
import { webhookLogDays } from '#contract/limits.ts'
import {
  type DeliveryState,
  deliveryStateLabels,
  deliveryStates,
} from '#contract/webhooks/delivery-states.ts'
import type { Webhook, WebhookDelivery } from '#contract/webhooks/webhooks.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { deliveryTones, eventLabelOf, hostOf } from './delivery-looks.ts'
import { useSendWebhookAgain, useTestWebhook } from './mutations.ts'
import { useIsWebhookOn } from './queries.ts'

const pageSize = 20

type DeliveriesDialogProps = DialogOpening & { webhook: Webhook }

/** The log of a webhook: what was sent, whether it was delivered, and a button that sends it again. */
export function DeliveriesDialog({ webhook, ...opening }: DeliveriesDialogProps) {
  const { id } = webhook
  const [shown, setShown] = useState<DeliveryState | ''>('')
  const testing = useTestWebhook(id)
  const deliveries = useInfiniteQuery({
    ...pagesOf('/api/admin/webhooks/:id/deliveries', {
      params: { id },
      query: { limit: String(pageSize), ...(shown && { state: shown }) },
    }),
    placeholderData: keepPreviousData,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
  })
  const isOn = useIsWebhookOn(webhook)
  return (
    <Dialog
      {...opening}
      title={`Deliveries to ${hostOf(webhook)}`}
      description={`The last ${webhookLogDays} days.`}
      size="wide"
      isReadOnly
      isLive
    >
      <div className="grid min-h-72 grid-cols-1 content-start gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <Select
            aria-label="Status"
            value={shown}
            onChange={({ target }) => setShown(target.value as DeliveryState | '')}
            className="w-40"
          >
            <option value="">All statuses</option>
            {deliveryStates.map((each) => (
              <option key={each} value={each}>
                {deliveryStateLabels[each]}
              </option>
            ))}
          </Select>
          <Button icon={Send} pending={testing.isPending} disabled={!isOn} onClick={() => testing.mutate()}>
            Send a test event
          </Button>
        </div>
        {!isOn && <p className="text-13 text-muted">This webhook is off. Switch it on to send events.</p>}
        <PagedList
          what="deliveries"
          query={deliveries}
          rows={deliveries.data}
          emptyLine={shown ? 'No deliveries with this status' : 'Nothing has been sent yet'}
          renderRow={(delivery) => (
            <DeliveryRow key={delivery.id} webhook={webhook} delivery={delivery} canSend={isOn} />
          )}
        />
      </div>
    </Dialog>
  )
}

type DeliveryRowProps = { webhook: Webhook; delivery: WebhookDelivery; canSend: boolean }

function DeliveryRow({ webhook, delivery, canSend }: DeliveryRowProps) {
  const { id, event, state, attempts, lastStatus, lastError, nextAttemptAt, createdAt } = delivery
  const { mutate: sendAgain, isPending } = useSendWebhookAgain(id)
  const now = useNow()
  const openDialog = useOpenDialog()
  const isRetried = state === 'waiting' && attempts > 0 && nextAttemptAt !== null
  return (
    <li className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-15">
          <button
            type="button"
            onClick={() =>
              openDialog((opening) => <DeliveryDialog {...opening} webhook={webhook} deliveryId={id} />)
            }
            className="min-w-0 cursor-pointer rounded-mark text-start hover:underline touch:-my-2 touch:py-2"
          >
            {eventLabelOf(event)}
          </button>
          <Badge tone={deliveryTones[state]}>{deliveryStateLabels[state]}</Badge>
        </h3>
        <p className="text-13 text-muted">
          <Ago at={createdAt} now={now} />
          {attempts > 0 && <> · {formatCount(attempts, 'attempt')}</>}
          {lastStatus !== null && <>{` · Status ${lastStatus}`}</>}
        </p>
        {lastError && <p className="wrap-anywhere line-clamp-2 text-13 text-muted">{lastError}</p>}
        {isRetried && (
          <p className="text-13 text-muted">
            Next attempt: <Day at={nextAttemptAt} exact />
          </p>
        )}
      </div>
      <Button
        size="small"
        pending={isPending}
        disabled={!canSend}
        aria-label={`Send again: ${eventLabelOf(event)}`}
        onClick={() => sendAgain()}
      >
        Send again
      </Button>
    </li>
  )
}
