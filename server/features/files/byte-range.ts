import type { ByteRange } from '#server/storage/object-store.ts'

/**
 * Returns the part of a file of `size` bytes that a Range header requests: one range, `unsatisfiable` if it lies outside, or null for the
 * whole file, also if the header is not understood or requests several ranges.
 */
export const readRange = (header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '') return lastBytes(Number(last), size)
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start < size ? { start, end } : 'unsatisfiable'
}

const lastBytes = (count: number, size: number) =>
  count === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - count), end: size - 1 }
