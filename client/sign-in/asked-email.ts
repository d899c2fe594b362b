import { codeMinutes } from '#contract/sign-in.ts'

const key = 'sign-in-asked'

/** The address that this tab has asked a code for, while the code can still be valid: a reload must not lose the form. */
export const readAskedEmail = (): string | undefined => {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as { email: string; at: number } | null
    return kept && Date.now() - kept.at < codeMinutes * 60_000 ? kept.email : undefined
  } catch {
    return undefined
  }
}

export const keepAskedEmail = (email: string) =>
  sessionStorage.setItem(key, JSON.stringify({ email, at: Date.now() }))

export const forgetAskedEmail = () => sessionStorage.removeItem(key)
