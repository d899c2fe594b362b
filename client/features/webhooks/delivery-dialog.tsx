import { useQuery } from '@tanstack/react-query'
import { Send, Webhook as WebhookIcon } from 'lucide-react'
import { Day } from '#client/domain/day.tsx'
import { readOf } from '#client/lib/query-client.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { DetailsDialog } from '#client/ui/details-dialog.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { Fact, Titled } from '#client/ui/facts.tsx'
import { TextSkeleton } from '#client/ui/loading.tsx'
import { deliveryStateLabels } from '#contract/webhooks/delivery-states.ts'
import type { Webhook, WebhookDeliveryDetails } from '#contract/webhooks/webhooks.ts'
import { deliveryTones, eventLabelOf } from './delivery-looks.ts'
import { useSendWebhookAgain } from './mutations.ts'
import { useIsWebhookOn } from './queries.ts'

type DeliveryDialogProps = DialogOpening & { deliveryId: string; webhook: Webhook }

/** A delivery: what was sent, the response of the receiver, and a button that sends it again. */
export function DeliveryDialog({ deliveryId, webhook, ...opening }: DeliveryDialogProps) {
  const isOn = useIsWebhookOn(webhook)
  return (
    <DetailsDialog
      open={opening.open}
      onClose={() => opening.onOpenChange(false)}
      query={useQuery(readOf('/api/admin/webhook-deliveries/:id', { params: { id: deliveryId } }))}
      what="delivery"
      titleOf={({ event }) => eventLabelOf(event)}
      size="roomy"
      className="min-h-96"
      loading={<TextSkeleton className="h-96 w-full" />}
      gone={{ icon: WebhookIcon, line: 'This delivery is no longer in the log.' }}
      renderDetails={(delivery) => (
        <div className="grid grid-cols-1 gap-x-8 gap-y-6 pb-6 sm:grid-cols-[minmax(0,1fr)_17rem]">
          <div className="grid min-w-0 grid-cols-1 content-start gap-6">
            <Titled title="What was sent">
              <Text text={indented(delivery.body)} />
            </Titled>
            {delivery.lastAnswer && (
              <Titled title="The response">
                <Text text={delivery.lastAnswer} />
              </Titled>
            )}
            <SendAgain id={delivery.id} canSend={isOn} />
          </div>
          <Facts delivery={delivery} />
        </div>
      )}
    >
      {null}
    </DetailsDialog>
  )
}

const indented = (json: string) => JSON.stringify(JSON.parse(json), null, 2)

const Text = ({ text }: { text: string }) => (
  <pre className="wrap-anywhere whitespace-pre-wrap rounded-card border border-line bg-surface p-4 font-mono text-13">
    {text}
  </pre>
)

function SendAgain({ id, canSend }: { id: string; canSend: boolean }) {
  const { mutate: sendAgain, isPending } = useSendWebhookAgain(id)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button icon={Send} pending={isPending} disabled={!canSend} onClick={() => sendAgain()}>
        Send again
      </Button>
      <p className="min-w-0 text-13 text-muted">
        {canSend
          ? 'Sends the same text with the same ID, so the receiver can recognize it.'
          : 'This webhook is off.'}
      </p>
    </div>
  )
}

function Facts({ delivery }: { delivery: WebhookDeliveryDetails }) {
  const { id, event, state, attempts, lastStatus, lastError, lastAttemptAt, nextAttemptAt, createdAt } =
    delivery
  return (
    <dl className="grid grid-cols-1 content-start gap-4">
      <Fact label="Status">
        <Badge tone={deliveryTones[state]}>{deliveryStateLabels[state]}</Badge>
      </Fact>
      {lastError && <Fact label="Why the last attempt failed">{lastError}</Fact>}
      {lastStatus !== null && <Fact label="Last status">{lastStatus}</Fact>}
      <Fact label="Event">
        <code className="text-13">{event}</code>
      </Fact>
      <Fact label="Occurred">
        <Day at={createdAt} exact />
      </Fact>
      <Fact label="Attempts">{attempts}</Fact>
      {lastAttemptAt && (
        <Fact label="Last attempt">
          <Day at={lastAttemptAt} exact />
        </Fact>
      )}
      {nextAttemptAt && (
        <Fact label="Next attempt">
          <Day at={nextAttemptAt} exact />
        </Fact>
      )}
      <Fact label="webhook-id">
        <code className="text-13">{id}</code>
      </Fact>
    </dl>
  )
}
