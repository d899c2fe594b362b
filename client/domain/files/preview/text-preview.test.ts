import { expect, test } from 'vitest'
import { decodeText } from './text-preview.tsx'

test('reads a text as UTF-8, without a character that was cut in half', () => {
  const bytes = new TextEncoder().encode('Größe €')
  expect(decodeText(bytes)).toBe('Größe €')
  expect(decodeText(bytes.subarray(0, -1))).toBe('Größe ')
})

test('reads a text that is not UTF-8 as Windows-1252', () => {
  expect(decodeText(Uint8Array.from([0x47, 0x72, 0xf6, 0xdf, 0x65, 0x20, 0x80]))).toBe('Größe €')
})

test.each([
  ['little', [0xff, 0xfe], (unit: number) => [unit & 0xff, unit >> 8]],
  ['big', [0xfe, 0xff], (unit: number) => [unit >> 8, unit & 0xff]],
] as const)('a UTF-16 text is recognized by its byte order mark, %s endian', (_, mark, write) => {
  const units = [...'Größe €'].flatMap((letter) => write(letter.charCodeAt(0)))
  const bytes = Uint8Array.from([...mark, ...units])
  expect(decodeText(bytes)).toBe('Größe €')
  expect(decodeText(bytes.subarray(0, -1))).toBe('Größe ')
})
