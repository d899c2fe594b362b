import type { Assertion, CreationOptions, NewCredential, RequestOptions } from '#contract/account/passkeys.ts'
import { ApiError } from './api.ts'
import { isOffline } from './connection.ts'
import { loadFile } from './load-file.ts'

// The library is loaded only when a passkey is needed, because most pages do not need it.
const load = () => loadFile(() => import('@simplewebauthn/browser'))

// Passkeys require a host name; browsers refuse them at an IP address.
const isAtIpAddress = /^\[|^[\d.]+$/.test(location.hostname)

/** Returns whether this browser can use passkeys at this address. */
export const canUsePasskeys = () => !isAtIpAddress && typeof PublicKeyCredential !== 'undefined'

/** Returns why this browser cannot use passkeys at this address, and what to do about it. */
export const whyNoPasskeys = () =>
  isAtIpAddress && /^(127\.|\[::1)/.test(location.hostname)
    ? `Passkeys work at http://localhost${location.port && `:${location.port}`}. Open the portal there.`
    : "Passkeys don't work in this browser, or at this address. Open the portal in a current browser, over https."

/** Lets the user create a passkey. Rejects when they do not, or when the authenticator already has one. */
export const createCredential = async (options: CreationOptions): Promise<NewCredential> => {
  const { startRegistration } = await load()
  const { id, response } = await startRegistration({ optionsJSON: options })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, clientDataJSON, attestationObject, transports }
}

const assertionOf = async (options: RequestOptions, useBrowserAutofill: boolean): Promise<Assertion> => {
  const { startAuthentication } = await load()
  const { id, response } = await startAuthentication({ optionsJSON: options, useBrowserAutofill })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
}

/** Lets the user choose a passkey and use it. Rejects when they do not. */
export const getAssertion = (options: RequestOptions) => assertionOf(options, false)

/** Offers passkeys among the browser's suggestions for a field; resolves when the user has chosen and used one. */
export const getSuggestedAssertion = (options: RequestOptions) => assertionOf(options, true)

/** Whether the browser can offer passkeys among its suggestions for a field. */
export const canSuggestPasskeys = async () =>
  canUsePasskeys() && (await (await load()).browserSupportsWebAuthnAutofill())

/** Ends a request for a passkey that the browser still shows. */
export const cancelPasskeyRequest = async () => (await load()).WebAuthnAbortService.cancelCeremony()

const problems: Record<string, string> = {
  AbortError: 'This was canceled. Try again.',
  // Browsers do not reveal whether the user canceled or the time ran out.
  NotAllowedError: 'This was canceled or took too long. Try again.',
  InvalidStateError: 'This device already has a passkey for your account.',
  NotSupportedError: "This device can't be used for passkeys here.",
  ConstraintError: "This device can't verify that it's you. Set up its screen lock, or use another device.",
  StepUpCancelled: "You didn't confirm that it's you. Try again.",
  SecurityError: "Passkeys don't work at this address.",
}

/** Returns a message for the user about what went wrong while creating or using a passkey. */
export const passkeyProblem = (error: unknown): string => {
  if (error instanceof ApiError && error.serverMessage) return error.serverMessage
  const known = error instanceof Error && problems[error.name]
  if (!known && isOffline()) return "You're offline. Try again when you're connected."
  return known || 'The portal cannot be reached. Check your connection and try again.'
}
