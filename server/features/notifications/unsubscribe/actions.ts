import { id } from '#contract/fields.ts'
import type { Deps } from '#server/deps.ts'
import { switchesOf } from '#server/mail/switches.ts'
import * as data from './data.ts'

/** Returns the user whom a token unsubscribes, and from what; undefined when there is nothing to unsubscribe from. */
export const findSubscription = async ({ db }: Pick<Deps, 'db'>, token: string | undefined) => {
  const known = id.safeParse(token)
  const email = known.success ? await data.findEmail(db, known.data) : undefined
  const switches = email ? switchesOf(email) : []
  return email && switches.length > 0 ? { userId: email.userId, switches } : undefined
}

/** Turns off the kinds of the email with this token, and returns them. A second call changes nothing. */
export const unsubscribe = async ({ db }: Pick<Deps, 'db'>, token: string | undefined) => {
  const subscription = await findSubscription({ db }, token)
  if (!subscription) return undefined
  await data.switchOff(db, subscription.userId, subscription.switches)
  return subscription
}
