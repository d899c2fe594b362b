import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email } from './fields.ts'
import { roles } from './users/roles.ts'

export const notInvitedMessage = "This email address hasn't been invited. Please ask your partner contact."

/** How many minutes an emailed code or link works. */
export const codeMinutes = 10
/** How often a browser may try its code. After `wrongCodesPerDay` wrong codes within a day, only links work for the account. */
export const codeTries = 5
export const wrongCodesPerDay = 20

/**
 * The characters of a code: no look-alikes (0 O, 1 I L, 2 Z, 5 S, 8 B) and no vowels, so that codes are no words, and few words look like
 * one.
 */
export const codeAlphabet = '34679BCDFGHJKMNPQRSTVWXYZ'
export const codeLength = 8

const half = `[${codeAlphabet}]{${codeLength / 2}}`
// Matching takes linear time, because every quantifier in the pattern has a fixed limit.
const codePattern = new RegExp(`(?:^|[^A-Z0-9])(${half})[\\s\\p{Pd}]{0,3}(${half})(?![A-Z0-9])`, 'u')

/**
 * Returns the first code in a text that was typed or pasted, in capitals and without a hyphen; undefined if there is none. The code may
 * be in any case, with or without a hyphen or spaces in the middle, and with other words around it.
 */
export const findCode = (text: string) => {
  const [, first = '', second = ''] = codePattern.exec(text.toUpperCase()) ?? []
  return first ? first + second : undefined
}

/** Writes a code in two groups, as users read it. */
export const formatCode = (code: string) => `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`

/** The errors of `/sign-in?error=…`: why the user was not signed in, or not signed out everywhere. */
export const signInErrors = {
  not_invited: notInvitedMessage,
  canceled:
    'Nothing has changed, and you can sign in again at any time. If you did not cancel, your organization may not have given you access to this portal. Ask its administrator.',
  unverified:
    'Your organization did not confirm that your email address is yours. Ask its administrator to verify the address, or the administrator of this portal to trust addresses of your organization.',
  no_email:
    'Your organization did not send your email address. Ask its administrator to add one to your account there, and to send it to this portal.',
  provider_away:
    "Your organization's sign-in service cannot be reached or has a problem. Try again in a few minutes.",
  provider_asks:
    "Your organization's sign-in service needs something from you first. Try again and follow its steps.",
  provider_setup:
    "Your organization's sign-in service does not accept this portal as it is set up. Contact the administrator of this portal.",
  provider:
    "Your organization's sign-in service refused, or its response doesn't match this sign-in. Try again.",
  provider_sign_out:
    "You are signed out here. Your organization's sign-in service cannot be reached, so you may still be signed in there.",
  expired: 'This sign-in took too long or started in another browser. Try again.',
} as const
export type SignInError = keyof typeof signInErrors

/** The `state` with which the OpenID provider sends the browser back to `/sign-in` after signing the user out. */
export const signedOutState = 'signed_out'

// This schema is lenient, because users and mail programs open this address and add to it.
const lenientText = z.string().max(2048).optional().catch(undefined)

export const beginSignIn = endpoint('GET', '/api/login', {
  access: 'anyone',
  summary: 'Starts sign-in with a redirect; `as` signs in to a demo account at once',
  query: z.object({ returnTo: lenientText, as: lenientText }),
  responses: {},
})

export const signOut = endpoint('GET', '/api/logout', {
  access: 'anyone',
  summary: 'Ends the session and goes to /',
  responses: {},
})

export const beginProviderSignIn = endpoint('GET', '/api/sign-in/provider', {
  access: 'anyone',
  summary: 'Starts sign-in with the OpenID provider with a redirect',
  query: z.object({ returnTo: lenientText }),
  responses: {},
})

export const finishProviderSignIn = endpoint('GET', '/api/sign-in/callback', {
  access: 'anyone',
  summary: 'Where the OpenID provider sends the browser back to',
  responses: {},
})

export const DemoAccount = z.strictObject({
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  about: z.string(),
})
export type DemoAccount = z.output<typeof DemoAccount>

export const SignInOptions = z.strictObject({
  /** Whether users can sign in with an emailed code or link. */
  email: z.boolean(),
  /** Whether users can sign in with the OpenID provider. */
  provider: z.boolean(),
  demo: z.strictObject({ accounts: z.array(DemoAccount) }).nullable(),
})
export type SignInOptions = z.output<typeof SignInOptions>

export const getSignInOptions = endpoint('GET', '/api/sign-in', {
  access: 'anyone',
  summary: 'What the sign-in page offers',
  responses: { 200: SignInOptions },
})

export const requestCode = endpoint('POST', '/api/sign-in/code', {
  access: 'anyone',
  summary:
    'Emails a code and a link; the response is the same for every address; 404 where users sign in with a provider',
  body: z.strictObject({
    email: email('Valid email is required'),
    returnTo: z.string().max(2048).optional(),
  }),
  responses: { 202: z.strictObject({ minutes: z.number() }) },
})

const wrongShape = 'The code has eight letters and digits'
// The text is probably an old or misread code, so a message about the length of codes would not help.
const wrongLetters = 'This code is wrong or has expired. Send a new one.'

/** Whether a text has as many letters and digits as a code, possibly including some that codes do not contain. */
const isWholeCode = (text: string) => /^[A-Z0-9]{8}$/i.test(text.replace(/[\s\p{Pd}]/gu, ''))

/** A code as it was typed or pasted; the output is eight capitals and digits. */
export const typedCode = z
  .string()
  .max(500, wrongShape)
  .transform((text, context) => {
    const code = findCode(text)
    if (!code) context.addIssue(isWholeCode(text) ? wrongLetters : wrongShape)
    return code ?? z.NEVER
  })

/** The token in an emailed link. */
export const linkToken = z.string().regex(/^[\w-]{43}$/, 'This link is incomplete')

export const redeemCode = endpoint('POST', '/api/sign-in/redeem', {
  access: 'anyone',
  summary: 'Signs in with the code, or with the token of the link, in the browser that requested it',
  body: z
    .strictObject({
      code: typedCode.optional(),
      token: linkToken.optional(),
    })
    .refine(({ code, token }) => (code === undefined) !== (token === undefined), {
      path: ['code'],
      error: 'Enter the code',
    }),
  responses: { 200: z.strictObject({ returnTo: z.string() }) },
})
