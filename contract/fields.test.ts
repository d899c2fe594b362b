import { expect, test } from 'vitest'
import type { z } from 'zod'
import {
  email,
  inputDate,
  isoDate,
  optionalEmail,
  optionalLongText,
  optionalText,
  optionalWebAddress,
  requiredText,
  webAddress,
} from './fields.ts'
import { limits } from './limits.ts'

const messages = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? []

const name = requiredText(10, 'Name is required')
const site = webAddress('Valid website URL is required')

test('a required text is trimmed, and must not be empty or missing', () => {
  expect(name.parse('  Ann  ')).toBe('Ann')
  for (const value of ['', '   ', undefined, null, 5, {}]) {
    expect(messages(name, value)).toEqual(['Name is required'])
  }
})

test.each([
  ['in the form NFC', 'Nu\u0301n\u0303ez', 'Núñez'],
  ['with single spaces', 'Pier  9\u00a0\u2009East', 'Pier 9 East'],
  ['without spaces at its ends, also of no width', '\u3000\u200b Ann \ufeff', 'Ann'],
])('a line of text is stored %s', (_how, typed, stored) => {
  expect(requiredText(100, 'Name is required').parse(typed)).toBe(stored)
  expect(optionalText(100).parse(typed)).toBe(stored)
})

test.each([
  ['characters of no width', '\u200d\u200c'],
  ['fillers, which count as letters', '\u3164\u115f'],
  ['blanks of Braille', '\u2800\u2800'],
  ['marks of direction', '\u202e\u200f'],
  ['accents', '\u0301'],
  ['selectors of variants', '\ufe0f'],
])('a line with only %s is refused', (_what, typed) => {
  expect(messages(name, typed)).toEqual(['Contains no visible character'])
  expect(messages(optionalText(10), typed)).toEqual(['Contains no visible character'])
})

test('a text can be as long as its limit, counted after trimming', () => {
  expect(name.parse(` ${'x'.repeat(10)} `)).toBe('x'.repeat(10))
  expect(messages(name, 'x'.repeat(11))).toEqual(['Enter at most 10 characters'])
  expect(messages(optionalText(3), 'four')).toEqual(['Enter at most 3 characters'])
})

test.each(['a\0b', 'a\nb', 'a\tb', 'a\u001bb', 'a\u007fb', 'a\u0085b', 'a\ud800b', 'a\udc00b'])(
  '%j is not a line of text, because the database cannot store it or it misleads readers',
  (value) => {
    expect(messages(name, value)).toEqual(['Contains characters that are not allowed'])
    expect(messages(optionalText(10), value)).toEqual(['Contains characters that are not allowed'])
  },
)

test('names of all scripts, with pairs of surrogates, are text', () => {
  for (const value of ['Zoë', '李小龍', 'Łódź', 'محمد', 'a 😀 b']) expect(name.parse(value)).toBe(value)
})

test('an optional text is null if it is empty or missing', () => {
  for (const value of ['', '  ', null, undefined]) expect(optionalText(10).parse(value)).toBeNull()
  for (const value of ['', '  ', null, undefined]) expect(optionalLongText(10).parse(value)).toBeNull()
})

test('a long text preserves its line breaks, and rejects other control characters', () => {
  expect(optionalLongText(20).parse('one\ntwo\r\n\tthree')).toBe('one\ntwo\r\n\tthree')
  expect(messages(optionalLongText(20), 'one\0two')).toEqual(['Contains characters that are not allowed'])
  expect(messages(optionalLongText(20), 'one\ud800')).toEqual(['Contains characters that are not allowed'])
})

test('an email address is trimmed and preserves its case', () => {
  expect(email('Valid email is required').parse(' Ann@Example.com ')).toBe('Ann@Example.com')
})

test.each([
  '',
  'ann',
  'ann@',
  '@example.com',
  'ann@example',
  'a b@example.com',
  'a@b@example.com',
  'ann@example.com\0',
])('%j is not an email address', (value) => {
  expect(messages(email('Valid email is required'), value)).toEqual(['Valid email is required'])
})

test('an optional email address may be empty, but not wrong', () => {
  for (const value of ['', ' ', null, undefined]) expect(optionalEmail('Valid email').parse(value)).toBeNull()
  expect(messages(optionalEmail('Valid email'), 'ann@')).toEqual(['Valid email'])
})

test.each([
  'https://example.com',
  'http://example.com/path?query=1#part',
  'https://sub.example.co.uk:8443',
  'HTTPS://EXAMPLE.COM',
  'https://xn--bcher-kva.example/',
  'https://bücher.example/',
  'https://example.com/@venue',
  'https://example.com?to=ann@example.com#@',
])('%j is a web address', (value) => {
  expect(site.parse(value)).toBe(value)
})

test.each([
  '',
  'example.com',
  'www.example.com',
  'https://',
  'https://localhost',
  'https://example',
  'https:// example.com',
  'ftp://example.com',
  'mailto:ann@example.com',
  'javascript:alert(1)',
  'JavaScript:alert(1)//example.com',
  'data:text/html,<script>alert(1)</script>',
  'java\nscript:alert(1)',
  'https://example.com\n/',
  'https://exam\tple.com',
  `https://example.com/\ud800`,
  'https://user:pass@host.example/',
  'https://bank.example@evil.example',
  'https://bank.example%2f@evil.example',
  'https://:@example.com',
  'https://@example.com',
  'https://bank.example\\@evil.example',
  'https://bank.example\\evil.example',
  'https:\\\\example.com',
  'https:/example.com',
  'https:example.com',
  'https:///example.com',
  'https://bank.example%40evil.example',
  'https://bank.example／.evil.example',
  'https://exa\u00admple.com',
  'https://example.com/\u202egpj.exe',
])('%j is not a web address', (value) => {
  expect(messages(site, value)).toEqual(['Valid website URL is required'])
})

test('a web address has a maximum length', () => {
  const long = `https://example.com/${'x'.repeat(limits.url)}`
  expect(messages(site, long)[0]).toBe('Enter at most 2,048 characters')
})

test('an optional web address may be empty, but not wrong', () => {
  for (const value of ['', ' ', null, undefined])
    expect(optionalWebAddress('Valid URL').parse(value)).toBeNull()
  expect(messages(optionalWebAddress('Valid URL'), 'javascript:alert(1)')).toEqual(['Valid URL'])
})

test('a date is an ISO string in UTC on the wire and a Date in the server', () => {
  const moment = isoDate.parse('2026-11-20T12:00:00.000Z')
  expect(moment).toEqual(new Date(Date.UTC(2026, 10, 20, 12)))
  expect(isoDate.encode(moment)).toBe('2026-11-20T12:00:00.000Z')
})

test.each([
  '0001-01-01T00:00:00Z',
  '1899-12-31T23:59:59.999Z',
  '2201-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59Z',
  '+275760-09-13T00:00:00.000Z',
  '-271821-04-20T00:00:00.000Z',
])('%s is outside the range of dates', (value) => {
  expect(messages(inputDate, value)).toEqual(['Enter a date from 1900 to 2200'])
})

test('the range of dates is all of the years from 1900 to 2200', () => {
  for (const iso of ['1900-01-01T00:00:00.000Z', '2200-12-31T23:59:59.999Z']) {
    expect(inputDate.parse(iso).toISOString()).toBe(iso)
  }
})

test.each([
  '',
  '2026-11-20',
  '2026-11-20T12:00:00',
  '2026-11-20T12:00:00+02:00',
  '2026-02-30T12:00:00Z',
  'now',
  0,
  null,
])('%j is not a date in the API', (value) => {
  expect(messages(inputDate, value)).toEqual(['A date is required'])
})
