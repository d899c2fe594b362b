import { create as contentDisposition } from 'content-disposition'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fileTypes } from '#contract/files/file-types.ts'
import { distinctNames, downloadName } from './file-name.ts'

describe('the name of a download', () => {
  test.each([
    ['Summer poster', 'Summer poster.pdf'],
    ['Summer poster.pdf', 'Summer poster.pdf'],
    ['Summer poster.PDF', 'Summer poster.pdf'],
    ['v1.2 final.docx', 'v1.2 final.docx.pdf'],
    ['Plakat Größe 李小龍 😀', 'Plakat Größe 李小龍 😀.pdf'],
    ['../../etc/passwd', 'etc passwd.pdf'],
    ['..%2f..%2fetc', '%2f..%2fetc.pdf'],
    ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j.pdf'],
    ['line\r\nbreak', 'line break.pdf'],
    ['nul\0byte', 'nul byte.pdf'],
    ['\u202efdp.exe', 'fdp.exe.pdf'],
    ['...', 'resource.pdf'],
    ['/', 'resource.pdf'],
    ['CON', 'resource.pdf'],
    ['nul.txt', 'resource.pdf'],
    ['COM¹', 'resource.pdf'],
    ['Console', 'Console.pdf'],
    ['.pdf', 'resource.pdf'],
  ])('for the title %j is %j', (title, name) => {
    expect(downloadName(title, 'pdf')).toBe(name)
  })

  test('is cut to the limit of every file system, without splitting a character', () => {
    for (const letter of ['x', 'é', '李', '😀']) {
      const name = downloadName(letter.repeat(200), 'jpeg')
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(230)
      expect(name.isWellFormed()).toBe(true)
    }
  })

  test('is safe for every title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(...fileTypes), (title, type) => {
        const name = downloadName(title, type)
        expect(name).toMatch(new RegExp(`[^. ].*\\.${type}$|^[^. ].*\\.${type}$`, 'su'))
        expect(name).not.toMatch(/[/\\\p{Cc}\p{Cs}"]/u)
        expect(name.startsWith('.')).toBe(false)
      }),
    )
  })
})

test('names that differ only by case are made distinct', () => {
  const distinct = distinctNames()
  expect(['a.pdf', 'A.pdf', 'a.pdf', 'a (2).pdf', 'b.pdf', 'noending', 'noending'].map(distinct)).toEqual([
    'a.pdf',
    'A (2).pdf',
    'a (3).pdf',
    'a (2) (2).pdf',
    'b.pdf',
    'noending',
    'noending (2)',
  ])
})

test.each([
  ['the form of its accents', 'Café.pdf', 'Cafe\u0301.pdf'],
  ['case and the form of its accents', 'CAFÉ.pdf', 'cafe\u0301.pdf'],
  ['what is not seen', 'Plan.pdf', 'Pl\u200dan.pdf'],
  ['a letter that has two small forms', 'ΣΑΣ.pdf', 'σας.pdf'],
  ['a letter that is written as two in capitals', 'Straße.pdf', 'STRASSE.pdf'],
])('names that differ only by %s are made distinct', (_what, first, second) => {
  const distinct = distinctNames()
  expect(distinct(first)).toBe(first)
  expect(distinct(second)).toBe(second.replace('.pdf', ' (2).pdf'))
})

test('a name is written in the form NFC', () => {
  expect(downloadName('Cafe\u0301', 'pdf')).toBe('Café.pdf')
})

test('every title yields a header of one line of ASCII', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (title) => {
      const header = contentDisposition(downloadName(title, 'pdf'), { type: 'inline' })
      expect(header).toMatch(/^inline; filename=[\x20-\x7e]+$/)
    }),
  )
})
