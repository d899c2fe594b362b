import { eventsAbout } from '#server/domain-events/event.ts'
import { notifyOfDisabledWebhook } from './data.ts'

type About = { webhook: { id: string; url: string } }

/** Returns the name of an endpoint in the audit log: only the host, since the path of the address can be a secret of the receiver. */
const endpointName = ({ url }: { url: string }) => new URL(url).host.slice(0, 200)

const webhookEvent = eventsAbout<About>({
  subject: ({ webhook }) => ({ id: webhook.id, name: endpointName(webhook) }),
})

export const webhookCreated = webhookEvent('webhook.created')
export const webhookSecretRotated = webhookEvent('webhook.secret_rotated')
export const webhookSwitchedOn = webhookEvent('webhook.switched_on')
export const webhookSwitchedOff = webhookEvent('webhook.switched_off')
export const webhookTested = webhookEvent('webhook.tested')
export const webhookSentAgain = webhookEvent('webhook.sent_again')
export const webhookDeleted = webhookEvent('webhook.deleted')

/** The portal has switched off an endpoint, because it wants no more events or nothing has arrived there for days. */
export const webhookDisabled = webhookEvent('webhook.disabled', {
  notify: {
    webhook_disabled: async (tx, occurred: (About & { reason: string })[]) => {
      for (const { webhook, reason } of occurred) {
        await notifyOfDisabledWebhook(tx, { host: endpointName(webhook), reason })
      }
    },
  },
})
