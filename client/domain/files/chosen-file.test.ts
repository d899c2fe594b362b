import { describe, expect, test } from 'vitest'
import { fileTypes, maxFileSize } from '#contract/files/file-types.ts'
import { refusalOf, titleOf } from './chosen-file.ts'

describe('a chosen file', () => {
  test.each(fileTypes)('is accepted when it ends in .%s, in any case', (type) => {
    expect(refusalOf({ name: `a.${type}`, size: 1 })).toBeNull()
    expect(refusalOf({ name: `a.${type.toUpperCase()}`, size: maxFileSize })).toBeNull()
  })

  test.each([
    ['setup.exe', 1, 'This kind of file is not allowed.'],
    ['no ending', 1, 'This kind of file is not allowed.'],
    ['logo.png.html', 1, 'This kind of file is not allowed.'],
    ['film.mp4', maxFileSize + 1, 'This file is too large. At most 50 MB.'],
    ['notes.txt', 0, 'This file is empty.'],
    [`${'n'.repeat(252)}.txt`, 1, 'The name of this file is too long. At most 255 characters.'],
  ])('called %s, of %i bytes, is refused', (name, size, reason) => {
    expect(refusalOf({ name, size })).toBe(reason)
  })
})

describe('the title of a file', () => {
  test.each([
    ['Brand guide.pdf', 'Brand guide'],
    ['v1.2 poster.final.png', 'v1.2 poster.final'],
    ['.txt', '.txt'],
    [' spaced .txt', 'spaced'],
  ])('of %j is %j', (name, title) => {
    expect(titleOf(name)).toBe(title)
  })

  test('is at most 200 characters, and never ends in half a character', () => {
    expect(titleOf(`${'a'.repeat(240)}.pdf`)).toBe('a'.repeat(200))
    expect(titleOf(`${'a'.repeat(199)}😀.pdf`)).toBe('a'.repeat(199))
  })
})
