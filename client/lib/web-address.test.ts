import { expect, test } from 'vitest'
import { opensAsPage, withScheme } from './web-address.ts'

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
  ['https://example.com/hall', true],
  ['HTTP://example.com', true],
  ['javascript:alert(1)', false],
  [' javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['//example.com', false],
  ['example.com', false],
])('whether %j can be linked to is %s', (address, isPage) => {
  expect(opensAsPage(address)).toBe(isPage)
})
