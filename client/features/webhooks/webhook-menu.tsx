import { Ellipsis, KeyRound, Power, PowerOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#client/ui/button.tsx'
import { AlertDialog } from '#client/ui/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import { secretOverlapHours, type Webhook } from '#contract/webhooks/webhooks.ts'
import { hostOf } from './delivery-looks.ts'
import { useDeleteWebhook, useRotateSecret, useSwitchWebhook } from './mutations.ts'
import { WebhookSecret } from './new-webhook-dialog.tsx'

type WebhookMenuProps = { webhook: Webhook; onDeleted: () => void }

/** What can be done with a webhook, and what asks before it. */
export function WebhookMenu({ webhook, onDeleted }: WebhookMenuProps) {
  const { id, state } = webhook
  const host = hostOf(webhook)
  const [asking, setAsking] = useState<'rotate' | 'delete' | null>(null)
  const switching = useSwitchWebhook(id)
  const rotating = useRotateSecret(id)
  const deleting = useDeleteWebhook(id)
  const close = () => setAsking(null)
  const isPending = switching.isPending || rotating.isPending || deleting.isPending
  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${host}`} pending={isPending} />}>
        <MenuItem onSelect={() => switching.mutate(state === 'on' ? 'off' : 'on')}>
          {state === 'on' ? <PowerOff aria-hidden /> : <Power aria-hidden />}
          {state === 'on' ? 'Switch off' : 'Switch on'}
        </MenuItem>
        <MenuItem icon={KeyRound} onSelect={() => setAsking('rotate')}>
          Rotate secret
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setAsking('delete')}>
          Delete
        </MenuItem>
      </Menu>
      <AlertDialog
        open={asking === 'rotate'}
        onOpenChange={close}
        title={`Rotate the secret of ${host}?`}
        description={`You get a new secret. The present one also signs for ${secretOverlapHours} hours, so that the receiver can change over.`}
        confirmLabel="Rotate"
        tone="primary"
        onConfirm={() => rotating.mutate()}
      />
      <AlertDialog
        open={asking === 'delete'}
        onOpenChange={close}
        title={`Delete ${host}?`}
        description="No more events are sent there, and the log of its deliveries is deleted."
        confirmLabel="Delete"
        onConfirm={() => deleting.mutate(undefined, { onSuccess: onDeleted })}
      />
      {rotating.data && (
        <WebhookSecret title={`New secret: ${host}`} secret={rotating.data.secret} onClose={rotating.reset} />
      )}
    </>
  )
}
