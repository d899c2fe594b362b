import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeReturnTo } from './return-to.ts'

test.each([
  ['/', '/'],
  ['/dashboard', '/dashboard'],
  ['/admin?tab=users&search=a%20b#top', '/admin?tab=users&search=a%20b#top'],
  ['/welcome/../dashboard', '/dashboard'],
  ['/apiary', '/apiary'],
  ['/caf\u00e9', '/caf%C3%A9'],
])('%o leads to %o', (returnTo, path) => {
  expect(safeReturnTo(returnTo)).toBe(path)
})

test.each([
  undefined,
  '',
  'dashboard',
  '?a=1',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  'https://portal.example.com//evil.example',
  'https://evil.example',
  'https://portal.example.com@evil.example',
  'https:evil.example',
  'http://portal.invalid/dashboard',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '/%',
  '/%zz',
])('%o, which might lead to another site, leads to /', (returnTo) => {
  expect(safeReturnTo(returnTo)).toBe('/')
})

test.each([
  '/api/logout',
  '/api',
  '/api?x',
  '/api#x',
  '/%61pi/logout',
  '/api%2Flogout',
  '/a/../api/logout',
  '/a/%2e%2e/api/logout',
  '/./api/logout',
  '/\tapi/logout',
  '/api\\logout',
  '/sign-in',
  '/sign%2din?returnTo=/',
  '/objects/uploads/a.svg',
  '/ws',
])('%o, which is not a page, leads to /', (returnTo) => {
  expect(safeReturnTo(returnTo)).toBe('/')
})

test('a browser that follows the redirect stays on the portal, whatever is requested', () => {
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '%2f',
    '%5c',
    '%09',
    '\t',
    '\n',
    ':',
    '@',
    '?',
    '#',
    'x',
    '//',
  )
  const path = fc.array(fc.oneof(pieces, fc.string({ maxLength: 3 })), { maxLength: 12 })
  fc.assert(
    fc.property(path, (parts) => {
      const followed = new URL(safeReturnTo(`/${parts.join('')}`), 'https://portal.example.com/sign-in')
      expect(followed.origin).toBe('https://portal.example.com')
      expect(decodeURIComponent(followed.pathname)).not.toMatch(/^\/(api|sign-in|objects|ws)(\/|$)/)
    }),
    { numRuns: 5000 },
  )
})
