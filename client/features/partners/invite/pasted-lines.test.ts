import { expect, test } from 'vitest'
import { problemsOf } from './invite-values.ts'
import { readPasted } from './pasted-lines.ts'

const dee = { email: 'dee@bayside.example', fullName: 'Dee Park', businessName: 'Bayside Hall' }

test.each([
  ['commas', 'dee@bayside.example, Dee Park, Bayside Hall'],
  ['semicolons, in another order', 'Dee Park; Bayside Hall; dee@bayside.example'],
  ['tabs, as from a spreadsheet', 'dee@bayside.example\tDee Park\tBayside Hall'],
  ['an address with a name', 'Dee Park <dee@bayside.example>, Bayside Hall'],
  ['a quoted address with a name', '"Dee Park" <dee@bayside.example>,"Bayside Hall"'],
])('a line is read with %s', (_what, line) => {
  expect(readPasted(line)).toEqual([dee])
})

test('a heading and empty lines are left out, and a quoted cell keeps its separator', () => {
  const text = 'Email,Name,Business\r\n\r\ndee@bayside.example,Dee Park,"Bayside, Hall"\r\n'
  expect(readPasted(text)).toEqual([{ ...dee, businessName: 'Bayside, Hall' }])
})

test('a single further cell is the business, and a line without an address is still shown', () => {
  expect(readPasted('dee@bayside.example, Bayside Hall')).toEqual([{ ...dee, fullName: '' }])
  expect(readPasted('Bayside Hall')).toEqual([{ email: 'Bayside Hall', fullName: '', businessName: '' }])
})

test('each line has its problem: a wrong email, no name, an email that occurs before, or what the server said', () => {
  const lines = [
    dee,
    { ...dee, email: 'dee@' },
    { ...dee, email: 'ann@example.com', fullName: '', businessName: ' ' },
    { ...dee, email: 'DEE@bayside.example' },
    { ...dee, email: 'ann@bayside.example', refusal: 'This is the email of a partner.' },
  ]
  expect(problemsOf(lines)).toEqual([
    undefined,
    'Valid email is required',
    'Enter the business or the name of a person',
    'Line 1 has the same email',
    'This is the email of a partner.',
  ])
})
