import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type SignInError, signInErrors } from '#contract/sign-in-errors.ts'
import { SignInNotice } from './sign-in-notice.tsx'

/** Returns the text of the notice for an address with these query parameters. */
const textOf = (error: string | null, state: string | null = null) =>
  renderToStaticMarkup(createElement(SignInNotice, { error, state }))
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#x27;', "'")

test.each(Object.entries(signInErrors) as [SignInError, string][])('%s shows its reason', (error, text) => {
  expect(textOf(error)).toContain(text)
})

test('a canceled sign-in is not shown as an error', () => {
  expect(textOf('canceled')).toContain('Sign-in was canceled')
  expect(textOf('canceled')).not.toContain('Not signed in')
  expect(textOf('expired')).toContain('Not signed in')
})

test('says that the user is signed out, unless signing out at the provider failed', () => {
  expect(textOf(null, 'signed_out')).toContain('You are signed out')
  expect(textOf('provider_sign_out', 'signed_out')).toContain('Signed out of this portal only')
})

test.each(['<b>you won</b>', 'toString', '__proto__', '', 'Expired'])(
  'the unknown error %j shows nothing',
  (error) => {
    expect(textOf(error)).toBe('')
  },
)
