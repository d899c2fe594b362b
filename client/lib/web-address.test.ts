import { expect, test } from 'vitest'
import { withScheme } from '#contract/web-address.ts'
import { webLinkOf } from './web-address.ts'

test.each([
  ['example.com', 'https://example.com'],
  [' www.example.com/menu ', 'https://www.example.com/menu'],
  ['example.com:8443/menu', 'https://example.com:8443/menu'],
  ['//example.com', 'https://example.com'],
])('%j is completed with the missing scheme', (typed, completed) => {
  expect(withScheme(typed)).toBe(completed)
})

test.each([
  'http://example.com',
  'HTTPS://Example.com',
  'ftp://example.com',
  '',
  'nonsense',
  '@handle',
  'me@example.com',
  'two words.',
])('%j is left unchanged', (typed) => {
  expect(withScheme(typed)).toBe(typed)
})

test.each([
  ['https://example.com/hall', 'https://example.com/hall'],
  ['HTTP://example.com', 'HTTP://example.com'],
  ['https://b\u0430nk.example/a', 'https://xn--bnk-6cd.example/a'],
  ['https://ｅxample.com', 'https://example.com/'],
  ['https://exa\u00admple.com/', 'https://example.com/'],
])('the link to %j shows %j', (address, text) => {
  expect(webLinkOf(address)?.text).toBe(text)
})

test.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  '//example.com',
  'example.com',
  'https://user:secret@example.com',
  'https://bank.example@evil.example',
])('%j is not linked to', (address) => {
  expect(webLinkOf(address)).toBeNull()
})
