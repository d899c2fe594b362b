import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markedCell, unmarkedCell } from './csv-cells.ts'

/** Reads a line like spreadsheets where a comma does not separate cells: other characters do, and a quote only counts at a beginning. */
const readElsewhere = (cell: string) => {
  const written = `x,"${cell.replaceAll('"', '""')}",y`
  return written.split(/[;\t\r\n]/).map((part) => part.replace(/^[\s"]+/, ''))
}

const formulas = [
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '＝1+1',
  '＋1',
  '－1',
  '＠A1',
  ' =1+1',
  '\u00a0=1+1',
  '"=1+1"',
  'a;=1+1',
  'a; =1+1',
  'a;"=1+1"',
  'a;;=1',
  'a\t=1+1',
  'a\n=1+1',
  'a\r\n=1+1',
  '\t\t@A1',
  ';=1',
  "'=1+1",
  "a;'=1+1",
]

describe('a cell such as', () => {
  test.each(formulas)('%j is no formula, whichever separator a spreadsheet uses', (cell) => {
    const marked = markedCell(cell)
    const parts = [marked.replace(/^[\s"]+/, ''), ...readElsewhere(marked).slice(1)]
    expect(parts.filter((part) => /^[=+\-@＝＋－＠]/.test(part))).toEqual([])
    expect(unmarkedCell(marked)).toBe(cell)
  })

  test.each(['', 'a=1', 'a; b', "O'Brien; 'x'", "it's;'quoted'", 'a-b;c', '\tindented', 'x\ny'])(
    '%j stays as it is',
    (cell) => {
      expect(markedCell(cell)).toBe(cell)
      expect(unmarkedCell(cell)).toBe(cell)
    },
  )
})

test('any cell reads back unchanged', () => {
  const unit = fc.constantFrom('=', '-', '＠', ';', '\t', '\r', '\n', "'", '"', ' ', 'a', ',')
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 12 }), (cell) => {
      expect(unmarkedCell(markedCell(cell))).toBe(cell)
    }),
    { numRuns: 2000 },
  )
})
