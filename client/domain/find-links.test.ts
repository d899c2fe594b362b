import { expect, test } from 'vitest'
import { findLinks } from './find-links.ts'

/** Returns the text with each link in brackets. */
const marked = (text: string) =>
  findLinks(text)
    .map(({ text, href }) => (href === null ? text : `[${text}]`))
    .join('')

test.each([
  ['See https://example.com.', 'See [https://example.com].'],
  ['(https://example.com/a_(b))', '([https://example.com/a_(b)])'],
  [
    'http://a.example/?q=1&r=2#x, and HTTPS://B.example!',
    '[http://a.example/?q=1&r=2#x], and [HTTPS://B.example]!',
  ],
  ['one\nhttps://example.com/a\ntwo', 'one\n[https://example.com/a]\ntwo'],
  ['https://example.com', '[https://example.com]'],
  ['“https://example.com/a”', '“[https://example.com/a]”'],
  ['‘https://example.com’ »https://example.com/a«', '‘[https://example.com]’ »[https://example.com/a]«'],
  ['"https://example.com/a"', '"[https://example.com/a]"'],
  ["'https://example.com/a'", "'[https://example.com/a]'"],
  ['[https://example.com/a] {https://example.com/a}', '[[https://example.com/a]] {[https://example.com/a]}'],
  ['<https://example.com/a>', '<[https://example.com/a]>'],
  ['https://example.com/a… https://example.com...', '[https://example.com/a]… [https://example.com]...'],
  ['「https://example.com/a」です。', '「[https://example.com/a]」です。'],
  [
    'https://example.com/a）、https://example.com/b。',
    '[https://example.com/a]）、[https://example.com/b]。',
  ],
  ['*https://example.com/a*', '*[https://example.com/a]*'],
  ['https://localhost:3000/a;', '[https://localhost:3000/a];'],
])('finds the links of %j', (text, expected) => {
  expect(marked(text)).toBe(expected)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'ftp://example.com',
  '//example.com/a',
  'mailto:dana@example.com',
  'www.example.com',
  'https://',
  'http://user:secret@example.com',
  '<a href="x">y</a>',
  '',
])('%j contains no link', (text) => {
  expect(findLinks(text).every(({ href }) => href === null)).toBe(true)
  expect(marked(text)).toBe(text)
})

test('a link shows the typed text and leads to the normalized address', () => {
  expect(findLinks('to https://EXAMPLE.com/A')).toEqual([
    { text: 'to ', href: null },
    { text: 'https://EXAMPLE.com/A', href: 'https://example.com/A' },
  ])
})

test('a link with letters of another script shows the host that it opens', () => {
  const href = 'https://xn--bnk-6cd.example/'
  expect(findLinks('https://b\u0430nk.example')).toEqual([{ text: href, href }])
})
