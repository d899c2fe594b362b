import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email } from './fields.ts'
import { Role } from './users/users.ts'

export const notInvitedMessage = 'This e-mail has not been invited. Please ask your partner contact.'

/** How long an emailed code or link works, and how often a code may be tried. */
export const codeMinutes = 10
export const codeTries = 5

/** Why the browser came back to the sign-in page without being signed in: `/sign-in?error=…` */
export const signInErrors = {
  not_invited: notInvitedMessage,
  provider: 'Sign-in failed: the identity provider could not be reached or refused. Try again.',
  expired: 'This sign-in took too long or started in another browser. Try again.',
} as const
export type SignInError = keyof typeof signInErrors

// Lenient, because people and mail programs open this address and add to it.
const lenientText = z.string().max(2048).optional().catch(undefined)

export const beginSignIn = endpoint({
  method: 'GET',
  path: '/api/login',
  access: 'anyone',
  summary: 'Begins sign-in by redirect; `as` signs a demo account in at once',
  query: z.object({ returnTo: lenientText, as: lenientText }),
  answers: {},
})

export const signOut = endpoint({
  method: 'GET',
  path: '/api/logout',
  access: 'anyone',
  summary: 'Ends the session and goes to /',
  answers: {},
})

export const beginProviderSignIn = endpoint({
  method: 'GET',
  path: '/api/sign-in/provider',
  access: 'anyone',
  summary: 'Begins sign-in with the OpenID provider by redirect',
  query: z.object({ returnTo: lenientText }),
  answers: {},
})

export const finishProviderSignIn = endpoint({
  method: 'GET',
  path: '/api/sign-in/callback',
  access: 'anyone',
  summary: 'Where the OpenID provider sends the browser back to',
  answers: {},
})

export const DemoAccount = z.strictObject({
  email: z.string(),
  name: z.string(),
  role: Role,
  about: z.string(),
})
export type DemoAccount = z.output<typeof DemoAccount>

export const SignInOptions = z.strictObject({
  /** A code and a link by email. */
  email: z.boolean(),
  /** The OpenID provider. */
  provider: z.boolean(),
  demo: z.strictObject({ accounts: z.array(DemoAccount), mail: z.boolean() }).nullable(),
})
export type SignInOptions = z.output<typeof SignInOptions>

export const getSignInOptions = endpoint({
  method: 'GET',
  path: '/api/sign-in',
  access: 'anyone',
  summary: 'What the sign-in page offers',
  answers: { 200: SignInOptions },
})

export const requestCode = endpoint({
  method: 'POST',
  path: '/api/sign-in/code',
  access: 'anyone',
  summary: 'Sends a code and a link by email; answers the same for every address',
  body: z.strictObject({
    email: email('Valid email is required'),
    returnTo: z.string().max(2048).optional(),
  }),
  answers: { 202: z.strictObject({ minutes: z.number() }) },
})

export const redeemCode = endpoint({
  method: 'POST',
  path: '/api/sign-in/redeem',
  access: 'anyone',
  summary: 'Signs in by the code, or by the token of the link, in the browser that asked for it',
  body: z
    .strictObject({
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/, 'The code has six digits')
        .optional(),
      token: z
        .string()
        .regex(/^[\w-]{43}$/, 'This link is incomplete')
        .optional(),
    })
    .refine(({ code, token }) => (code === undefined) !== (token === undefined), {
      path: ['code'],
      error: 'Enter the code',
    }),
  answers: { 200: z.strictObject({ returnTo: z.string() }) },
})
