import { call } from '#client/lib/api.ts'
import { readStoredJson, store } from '#client/lib/storage.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { redeemCode } from '#contract/sign-in.ts'
import { codeMinutes } from '#contract/sign-in-code.ts'

const key = 'sign-in-asked'

/** Returns the email address for which this tab requested a code that may still be valid, so that a reload shows the code form again. */
export const readAskedEmail = (): string | undefined => {
  const stored = readStoredJson(key) as { email: string; at: number } | undefined
  return stored && Date.now() - stored.at < codeMinutes * 60_000 ? stored.email : undefined
}

/** Stores the email address. If the browser refuses storage, the code form still shows until the page is reloaded. */
export const storeAskedEmail = (email: string) => store(key, JSON.stringify({ email, at: Date.now() }))

export const forgetAskedEmail = () => store(key, null)

/** Signs in with a code or with the token of a link, and opens the portal. */
export const redeem = async (body: Sent<typeof redeemCode, 'body'>) => {
  const { returnTo } = await call('POST /api/sign-in/redeem', { body })
  forgetAskedEmail()
  location.replace(returnTo)
}
