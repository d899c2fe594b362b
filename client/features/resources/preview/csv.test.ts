import { expect, test } from 'vitest'
import { readCsv } from './csv.ts'

test('rows and cells are read, whichever way the lines end', () => {
  const rows = [
    ['Day', 'Guests'],
    ['Monday', '12'],
  ]
  for (const end of ['\n', '\r\n', '\r']) expect(readCsv(`Day,Guests${end}Monday,12${end}`)).toEqual(rows)
  expect(readCsv('Day,Guests\nMonday,12')).toEqual(rows)
})

test('quoted cells keep their commas, lines and quotes', () => {
  expect(readCsv('"a, b","say ""hi""","two\nlines"\nc,,\n')).toEqual([
    ['a, b', 'say "hi"', 'two\nlines'],
    ['c', '', ''],
  ])
})

test('semicolons and tabs part cells where the first line says so', () => {
  expect(readCsv('a;b,c;d\n1;2;3')).toEqual([
    ['a', 'b,c', 'd'],
    ['1', '2', '3'],
  ])
  expect(readCsv('a\tb\n1\t2')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('an empty line is a row with one empty cell, an empty text has no rows', () => {
  expect(readCsv('a\n\nb\n')).toEqual([['a'], [''], ['b']])
  expect(readCsv('')).toEqual([])
})
