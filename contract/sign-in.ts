import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email } from './fields.ts'
import { findCode } from './sign-in-code.ts'
import { roles } from './users/roles.ts'

export const wrongCodesPerDay = 20

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
