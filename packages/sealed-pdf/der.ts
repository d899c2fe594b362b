import { type Bytes, compareBytes, concat } from './bytes.ts'

/** One element of DER: `content` is without its tag and length, `whole` is with them. */
export type Element = { tag: number; content: Bytes; whole: Bytes }

export const tags = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectId: 0x06,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** A context-specific, constructed tag. */
  context: (number: number) => 0xa0 + number,
}

/** The bytes are not the DER that is expected. */
export class DerError extends Error {}

/** Reads all elements that follow each other in the bytes. Lengths must be in their shortest form, and no byte may be left over. */
export const readAll = (bytes: Uint8Array): Element[] => {
  const elements: Element[] = []
  let at = 0
  while (at < bytes.length) {
    const tag = byteAt(bytes, at)
    if ((tag & 0x1f) === 0x1f) throw new DerError('A tag has more than one byte')
    const { start, length } = readLength(bytes, at + 1)
    const end = start + length
    if (end > bytes.length) throw new DerError('An element ends after its bytes')
    elements.push({ tag, content: bytes.slice(start, end), whole: bytes.slice(at, end) })
    at = end
  }
  return elements
}

const byteAt = (bytes: Uint8Array, at: number) => {
  const byte = bytes[at]
  if (byte === undefined) throw new DerError('An element has no end')
  return byte
}

const readLength = (bytes: Uint8Array, at: number) => {
  const first = byteAt(bytes, at)
  if (first < 0x80) return { start: at + 1, length: first }
  const count = first - 0x80
  if (count === 0 || count > 4) throw new DerError('A length is indefinite or too long')
  let length = 0
  for (let index = 1; index <= count; index++) length = length * 256 + byteAt(bytes, at + index)
  if (length < 0x80 || length < 256 ** (count - 1)) throw new DerError('A length is not in its shortest form')
  return { start: at + 1 + count, length }
}

/** Reads the element that begins at the first byte, whatever follows it. */
export const readFirst = (bytes: Uint8Array): Bytes => {
  const { start, length } = readLength(bytes, 1)
  if (start + length > bytes.length) throw new DerError('An element ends after its bytes')
  return bytes.slice(0, start + length)
}

/** Returns the element if it has this tag. */
export const expectTag = (element: Element | undefined, tag: number): Element => {
  if (element?.tag !== tag) throw new DerError(`Not an element with tag ${tag}`)
  return element
}

/** Reads the elements inside an element that has this tag. */
export const readInside = (element: Element | undefined, tag: number): Element[] =>
  readAll(expectTag(element, tag).content)

/** Reads the elements of the sequence. The bytes must be exactly one sequence. */
export const readSequence = (bytes: Uint8Array): Element[] => {
  const [element, ...others] = readAll(bytes)
  if (others.length > 0) throw new DerError('More than one element')
  return readInside(element, tags.sequence)
}

/** Reads an object identifier as numbers with dots, such as "2.5.4.3". */
export const readObjectId = (element: Element | undefined): string => {
  const arcs: number[] = []
  let arc = 0
  for (const byte of expectTag(element, tags.objectId).content) {
    arc = arc * 128 + (byte & 0x7f)
    if (byte < 0x80) {
      arcs.push(arc)
      arc = 0
    }
  }
  const [first = 0, ...rest] = arcs
  const top = Math.min(Math.floor(first / 40), 2)
  return [top, first - top * 40, ...rest].join('.')
}

/** Encodes an element of DER. */
export const encode = (tag: number, ...parts: Uint8Array[]): Bytes => {
  const content = concat(parts)
  const lengthBytes: number[] = []
  for (let rest = content.length; rest > 0; rest = Math.floor(rest / 256)) lengthBytes.unshift(rest % 256)
  const header = content.length < 0x80 ? [content.length] : [0x80 + lengthBytes.length, ...lengthBytes]
  return concat([Uint8Array.of(tag, ...header), content])
}

export const sequence = (...parts: Uint8Array[]) => encode(tags.sequence, ...parts)

/** Encodes a set in DER's order, with the tag of a set or with another tag that replaces it. */
export const setOf = (parts: Uint8Array[], tag = tags.set) => encode(tag, ...parts.toSorted(compareBytes))

/** Encodes a whole number below 128. */
export const smallInteger = (value: number) => encode(tags.integer, Uint8Array.of(value))

/** Encodes a number that is not negative, from its bytes, highest first. */
export const unsignedInteger = (bytes: Uint8Array) => {
  const first = bytes.findIndex((byte) => byte !== 0)
  const shortest = first === -1 ? Uint8Array.of(0) : bytes.subarray(first)
  return encode(tags.integer, (shortest[0] ?? 0) >= 0x80 ? Uint8Array.of(0) : new Uint8Array(), shortest)
}

export const octetString = (bytes: Uint8Array) => encode(tags.octetString, bytes)

export const objectId = (dotted: string) => {
  const [top = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = [top * 40 + second, ...rest].flatMap((arc) => {
    const digits = [arc % 128]
    for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
      digits.unshift(0x80 + (left % 128))
    return digits
  })
  return encode(tags.objectId, Uint8Array.from(bytes))
}

export const nullValue = encode(0x05)
