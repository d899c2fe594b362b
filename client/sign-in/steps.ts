import { call } from '#client/lib/api.ts'
import type { Sent } from '#contract/endpoint.ts'
import { codeMinutes, redeemCode } from '#contract/sign-in.ts'

const key = 'sign-in-asked'

/** The address for which this tab requested a code that can still be valid, so that a reload shows the form again. */
export const readAskedEmail = (): string | undefined => {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? 'null') as { email: string; at: number } | null
    return stored && Date.now() - stored.at < codeMinutes * 60_000 ? stored.email : undefined
  } catch {
    return undefined
  }
}

export const storeAskedEmail = (email: string) =>
  sessionStorage.setItem(key, JSON.stringify({ email, at: Date.now() }))

export const forgetAskedEmail = () => sessionStorage.removeItem(key)

/** Signs in with a code or with the token of a link, and goes on to the portal. */
export const redeem = async (body: Sent<typeof redeemCode, 'body'>) => {
  const { returnTo } = await call(redeemCode, { body })
  forgetAskedEmail()
  location.replace(returnTo)
}
