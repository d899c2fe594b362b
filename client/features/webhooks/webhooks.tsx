import { useRef } from 'react'
import { Day } from '#client/domain/day.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { PagedList } from '#client/ui/paged-list.tsx'
import { webhookEventLabels } from '#contract/webhooks/event-labels.ts'
import type { Webhook } from '#contract/webhooks/webhooks.ts'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { hostOf } from './delivery-looks.ts'
import { NewWebhookDialog } from './new-webhook-dialog.tsx'
import { useWebhooks } from './queries.ts'
import { WebhookMenu } from './webhook-menu.tsx'

/** The webhooks, with the controls to add, change and delete them, and the log of each. */
export function Webhooks() {
  const webhooks = useWebhooks()
  return (
    <Card
      title="Webhooks"
      description="Tell other programs what happens, as it happens."
      actions={
        <Button variant="primary" opens={(opening) => <NewWebhookDialog {...opening} />}>
          New webhook
        </Button>
      }
    >
      <PagedList
        what="webhooks"
        query={webhooks}
        rows={webhooks.data}
        emptyLine="No webhooks yet"
        renderRow={(webhook) => <WebhookRow key={webhook.id} webhook={webhook} />}
      />
    </Card>
  )
}

const whyOff = {
  off: null,
  gone: 'Switched off: the receiver wants no more events (410).',
  failing: 'Switched off: deliveries failed for three days.',
}

function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { url, description, events, state, failingSince, previousSecretUntil, createdBy, createdAt } = webhook
  const rowRef = useRef<HTMLLIElement>(null)
  const host = hostOf(webhook)
  const isFailing = state === 'on' && failingSince !== null
  const reason = state === 'on' ? null : whyOff[state]
  return (
    <li ref={rowRef} className="grid grid-cols-1 gap-2 py-3 sm:flex sm:items-start sm:gap-3">
      <div className="min-w-0 flex-1">
        <h3 className="flex flex-wrap items-center gap-x-2 gap-y-1 text-15">
          <span className="wrap-anywhere min-w-0">{description || host}</span>
          {state !== 'on' && <Badge tone={reason ? 'danger' : 'neutral'}>Off</Badge>}
          {isFailing && <Badge tone="caution">Failing</Badge>}
        </h3>
        <p className="wrap-anywhere line-clamp-2 text-13 text-muted" title={url}>
          {url}
        </p>
        <p className="text-13 text-muted">{events.map((event) => webhookEventLabels[event]).join(', ')}</p>
        {reason && <p className="text-13 text-danger">{reason}</p>}
        {isFailing && (
          <p className="text-13 text-muted">
            Deliveries failing since <Day at={failingSince} exact />.
          </p>
        )}
        {previousSecretUntil && (
          <p className="text-13 text-muted">
            The previous secret still works until <Day at={previousSecretUntil} exact />.
          </p>
        )}
        <p className="text-13 text-muted">
          {createdBy ? <span className="wrap-anywhere">{`Added by ${createdBy.name}`}</span> : 'Added'},{' '}
          <span className="inline-block">
            <Day at={createdAt} />
          </span>
        </p>
      </div>
      <span className="flex shrink-0 items-center gap-2">
        <Button
          size="small"
          aria-label={`Deliveries to ${host}`}
          opens={(opening) => <DeliveriesDialog {...opening} webhook={webhook} />}
        >
          Deliveries
        </Button>
        <WebhookMenu webhook={webhook} onDeleted={() => focusAround(rowRef.current)} />
      </span>
    </li>
  )
}

// The focused button is removed together with its row.
const focusAround = (row: HTMLElement | null) => row?.closest<HTMLElement>('[tabindex="-1"]')?.focus()
