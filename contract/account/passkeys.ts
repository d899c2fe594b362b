import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, idParams, isoDate, requiredText, userParams } from '../fields.ts'
import { limits } from '../limits.ts'

/** The maximum number of passkeys of a user. */
export const maxPasskeys = 20

/** The message for every passkey that does not sign the user in, whatever the reason. */
export const wrongPasskeyMessage = "This passkey didn't work. Try again, or sign in another way."
/** The message for every passkey that does not confirm a signed-in user, whatever the reason. */
export const wrongStepUpPasskeyMessage = "This passkey didn't work. Try again, or confirm another way."

export const Passkey = z.strictObject({
  id,
  name: z.string(),
  /** Whether the user's devices share the passkey. */
  isSynced: z.boolean(),
  createdAt: isoDate,
  lastUsedAt: isoDate.nullable(),
})
export type Passkey = z.input<typeof Passkey>

const base64url = (max: number) =>
  z
    .string()
    .min(1, 'This field is required')
    .max(max)
    .regex(/^[\w-]*$/, 'Must be base64url')

const credentialId = base64url(1400)
const clientData = base64url(4096)

/** The response of an authenticator to a challenge, reduced to the parts that the server verifies. */
const NewCredential = z.strictObject({
  id: credentialId,
  clientDataJSON: clientData,
  attestationObject: base64url(16_384),
  /** How the authenticator is reached, such as `internal` or `usb`. */
  transports: z.array(z.string().regex(/^[a-z-]{1,20}$/, 'Unknown transport')).max(10),
})
export type NewCredential = z.output<typeof NewCredential>

const Assertion = z.strictObject({
  id: credentialId,
  clientDataJSON: clientData,
  authenticatorData: base64url(4096),
  signature: base64url(4096),
  /** The user for whom the passkey was made, if the authenticator remembers. */
  userHandle: base64url(100).optional(),
})
export type Assertion = z.output<typeof Assertion>

const Credential = z.strictObject({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()),
})

/** The options of `navigator.credentials.create()`, as JSON. */
const CreationOptions = z.strictObject({
  challenge: z.string(),
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(Credential),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type CreationOptions = z.output<typeof CreationOptions>

/** The options of `navigator.credentials.get()`, as JSON. */
const RequestOptions = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  /** The passkeys that may be used; empty to allow any passkey that the browser knows. */
  allowCredentials: z.array(Credential),
})
export type RequestOptions = z.output<typeof RequestOptions>

export const listPasskeys = endpoint('GET', '/api/account/passkeys', {
  access: 'any-session',
  summary: "The user's own passkeys, oldest first",
  responses: { 200: z.array(Passkey) },
})

export const beginPasskeyRegistration = endpoint('POST', '/api/account/passkeys/options', {
  access: 'any-session',
  summary: 'Starts adding a passkey and returns the challenge for the browser; 409 when there are too many',
  responses: { 200: CreationOptions },
})

export const createPasskey = endpoint('POST', '/api/account/passkeys', {
  access: 'any-session',
  summary:
    'Adds the passkey that the browser created, named after where it is stored; 409 when there are too many',
  body: z.strictObject({ credential: NewCredential }),
  responses: { 201: Passkey },
})

export const PasskeyName = z.strictObject({ name: requiredText(limits.name, 'Enter a name') })

export const updatePasskey = endpoint('PUT', '/api/account/passkeys/:id', {
  access: 'signed-in',
  summary: "Renames one of the user's passkeys",
  params: idParams,
  body: PasskeyName,
  responses: { 200: Passkey },
})

export const deletePasskey = endpoint('DELETE', '/api/account/passkeys/:id', {
  access: 'signed-in',
  stepUp: true,
  summary: "Removes one of the user's passkeys; 409 for the last one of staff who must have one",
  params: idParams,
  responses: { 204: z.void() },
})

export const beginPasskeyStepUp = endpoint('POST', '/api/account/passkeys/confirm/options', {
  access: 'any-session',
  summary:
    'Starts confirming with a passkey that the user is present, and returns the challenge for the browser',
  responses: { 200: RequestOptions },
})

export const finishPasskeyStepUp = endpoint('POST', '/api/account/passkeys/confirm', {
  access: 'any-session',
  summary: 'Confirms with a passkey that the user is present',
  body: z.strictObject({ credential: Assertion }),
  responses: { 204: z.void() },
})

export const beginPasskeySignIn = endpoint('POST', '/api/sign-in/passkey/options', {
  access: 'anyone',
  summary:
    'Starts a passkey sign-in and returns the challenge for the browser; works the same for every visitor',
  responses: { 200: RequestOptions },
})

export const finishPasskeySignIn = endpoint('POST', '/api/sign-in/passkey', {
  access: 'anyone',
  summary: 'Signs in with a passkey; every passkey that fails gets the same response',
  body: z.strictObject({ credential: Assertion, returnTo: z.string().max(2048).optional() }),
  responses: { 200: z.strictObject({ returnTo: z.string() }) },
})

export const resetPasskeys = endpoint('POST', '/api/admin/users/:userId/passkeys/reset', {
  access: 'admin',
  stepUp: true,
  summary: "Removes another user's passkeys and recovery codes, and ends their sessions",
  params: userParams,
  responses: { 204: z.void() },
})
