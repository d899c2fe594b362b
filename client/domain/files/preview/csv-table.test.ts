import { expect, test } from 'vitest'
import { readCsv } from './csv-table.tsx'

test('rows and cells are read with any line endings', () => {
  const rows = [
    ['Day', 'Guests'],
    ['Monday', '12'],
  ]
  for (const end of ['\n', '\r\n', '\r']) expect(readCsv(`Day,Guests${end}Monday,12${end}`)).toEqual(rows)
  expect(readCsv('Day,Guests\nMonday,12')).toEqual(rows)
})

test('quoted cells can contain commas, line breaks and quotes', () => {
  expect(readCsv('"a, b","say ""hi""","two\nlines"\nc,,\n')).toEqual([
    ['a, b', 'say "hi"', 'two\nlines'],
    ['c', '', ''],
  ])
})

test('semicolons and tabs separate cells if the first line uses them', () => {
  expect(readCsv('a;b,c;d\n1;2;3')).toEqual([
    ['a', 'b,c', 'd'],
    ['1', '2', '3'],
  ])
  expect(readCsv('a\tb\n1\t2')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('an empty line is a row with one empty cell, and an empty text has no rows', () => {
  expect(readCsv('a\n\nb\n')).toEqual([['a'], [''], ['b']])
  expect(readCsv('')).toEqual([])
})

test('a text that was cut inside a quoted cell has the rows before that cell', () => {
  expect(readCsv('a,b\n1,2\n"cut off,')).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test('rows of different lengths and stray quotes are shown as they are', () => {
  expect(readCsv('a,b\n1\n2,3,4\n5 "inches",6')).toEqual([
    ['a', 'b'],
    ['1'],
    ['2', '3', '4'],
    ['5 "inches"', '6'],
  ])
})
