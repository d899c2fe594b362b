import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { SecretDialog } from '#client/domain/secret-dialog.tsx'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { FieldError, GroupLabel } from '#client/ui/field.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput } from '#client/ui/form-fields.tsx'
import { limits } from '#contract/limits.ts'
import { type WebhookEvent, webhookEventLabels, webhookEvents } from '#contract/webhooks/event-labels.ts'
import { CreateWebhook } from '#contract/webhooks/webhooks.ts'
import { useCreateWebhook } from './mutations.ts'

interface WebhookValues {
  url: string
  description: string
  events: WebhookEvent[]
}

const valuesOf = (): WebhookValues => ({ url: '', description: '', events: [] })

/** Adds a webhook, and then shows its secret, which cannot be shown again. */
export function NewWebhookDialog(opening: DialogOpening) {
  const [secret, setSecret] = useState<string | null>(null)
  const { mutateAsync: create } = useCreateWebhook()
  const edit = useEditForm<WebhookValues, CreateWebhook>({
    schema: CreateWebhook,
    record: null,
    valuesOf,
    save: async (body) => setSecret((await create(body)).secret),
  })
  if (secret) return <WebhookSecret title="Webhook added" secret={secret} {...opening} />
  return (
    <EditDialog
      {...opening}
      staysOpen
      title="New webhook"
      description="The portal posts events to this address as they happen, signed as Standard Webhooks specifies."
      edit={edit}
      submitLabel="Add webhook"
      pendingLabel="Adding..."
    >
      <FormInput
        name="url"
        label="Address"
        type="url"
        required
        autoComplete="off"
        maxLength={limits.url}
        hint="For example, https://crm.example.com/webhooks"
      />
      <FormInput
        name="description"
        label="Description"
        autoComplete="off"
        maxLength={limits.name}
        hint="Which program gets the events"
      />
      <EventChoices />
    </EditDialog>
  )
}

function EventChoices() {
  const { register, formState } = useFormContext<WebhookValues>()
  const error = formState.errors.events?.message
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid in all browsers
    <div
      role="group"
      id="field-events"
      aria-labelledby="events-label"
      aria-describedby={error ? 'events-error' : undefined}
      className="flex flex-col gap-1.5"
    >
      <GroupLabel id="events-label" label="Events" required />
      <div className="grid grid-cols-1">
        {webhookEvents.map((event) => (
          <Checkbox
            key={event}
            value={event}
            aria-invalid={error ? true : undefined}
            label={
              <>
                {webhookEventLabels[event]} <code className="text-13 text-muted">{event}</code>
              </>
            }
            {...register('events')}
          />
        ))}
      </div>
      {error && <FieldError id="events-error">{error}</FieldError>}
    </div>
  )
}

type WebhookSecretProps = DialogOpening & { title: string; secret: string }

/** Shows the secret of a webhook, either a new or a rotated one. */
export const WebhookSecret = (props: WebhookSecretProps) => (
  <SecretDialog
    {...props}
    label="Secret"
    warning="The receiver needs it to check that events come from the portal. Keep it where only that program can read it."
  />
)
