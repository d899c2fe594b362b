import { Ellipsis, KeyRound, Power, PowerOff, Trash2 } from 'lucide-react'
import { IconButton } from '#client/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import { question } from '#client/ui/question.tsx'
import { secretOverlapHours } from '#contract/limits.ts'
import type { Webhook } from '#contract/webhooks/webhooks.ts'
import { hostOf } from './delivery-looks.ts'
import { useDeleteWebhook, useRotateSecret, useSwitchWebhook } from './mutations.ts'
import { WebhookSecret } from './new-webhook-dialog.tsx'

type WebhookMenuProps = { webhook: Webhook; onDeleted: () => void }

/** The menu with the actions on a webhook, some of which ask for confirmation. */
export function WebhookMenu({ webhook, onDeleted }: WebhookMenuProps) {
  const { id, state } = webhook
  const host = hostOf(webhook)
  const switching = useSwitchWebhook(id)
  const rotating = useRotateSecret(id)
  const deleting = useDeleteWebhook(id)
  const isPending = switching.isPending || rotating.isPending || deleting.isPending

  const rotateQuestion = question({
    title: `Rotate the secret of ${host}?`,
    description: `You get a new secret. The current one keeps working for ${secretOverlapHours} hours, so you can update the receiver.`,
    confirmLabel: 'Rotate',
    tone: 'primary',
    onConfirm: rotating.mutate,
  })
  const deleteQuestion = question({
    title: `Delete ${host}?`,
    description: 'No more events will be sent there, and its delivery log is deleted.',
    confirmLabel: 'Delete',
    onConfirm: () => deleting.mutate(undefined, { onSuccess: onDeleted }),
  })

  return (
    <>
      <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${host}`} pending={isPending} />}>
        <MenuItem
          icon={state === 'on' ? PowerOff : Power}
          onSelect={() => switching.mutate(state === 'on' ? 'off' : 'on')}
        >
          {state === 'on' ? 'Switch off' : 'Switch on'}
        </MenuItem>
        <MenuItem icon={KeyRound} opens={rotateQuestion}>
          Rotate secret
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} tone="danger" opens={deleteQuestion}>
          Delete
        </MenuItem>
      </Menu>
      {rotating.data && (
        <WebhookSecret
          open
          onOpenChange={rotating.reset}
          title={`New secret: ${host}`}
          secret={rotating.data.secret}
        />
      )}
    </>
  )
}
