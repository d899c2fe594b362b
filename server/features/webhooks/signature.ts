import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

/** A secret as Standard Webhooks writes it: `whsec_` and the base64 of 32 random bytes. */
export const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`

/**
 * Returns the headers of a message, as specified by Standard Webhooks.
 * @param secrets the secrets that sign the message; the receiver needs to know one of them
 */
export const signedHeaders = (id: string, body: string, secrets: string[], now = new Date()) => ({
  'content-type': 'application/json',
  'user-agent': 'Partner-Portal-Webhooks',
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
  'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
})
