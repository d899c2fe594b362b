import { codeMinutes } from '#contract/sign-in.ts'

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

export const keepAskedEmail = (email: string) =>
  sessionStorage.setItem(key, JSON.stringify({ email, at: Date.now() }))

export const forgetAskedEmail = () => sessionStorage.removeItem(key)
