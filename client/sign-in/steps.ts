import { call } from '#client/lib/api.ts'
import { readStoredJson, store } from '#client/lib/storage.ts'
import type { Sent } from '#contract/endpoint.ts'
import { codeMinutes, redeemCode } from '#contract/sign-in.ts'

const key = 'sign-in-asked'

/** The address for which this tab requested a code that can still be valid, so that a reload shows the form again. */
export const readAskedEmail = (): string | undefined => {
  const stored = readStoredJson(key) as { email: string; at: number } | undefined
  return stored && Date.now() - stored.at < codeMinutes * 60_000 ? stored.email : undefined
}

/** Where the browser refuses, the form shows all the same, until the page is loaded anew. */
export const storeAskedEmail = (email: string) => store(key, JSON.stringify({ email, at: Date.now() }))

export const forgetAskedEmail = () => store(key, null)

/** Signs in with a code or with the token of a link, and goes on to the portal. */
export const redeem = async (body: Sent<typeof redeemCode, 'body'>) => {
  const { returnTo } = await call(redeemCode, { body })
  forgetAskedEmail()
  location.replace(returnTo)
}
