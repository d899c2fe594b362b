/** Bytes that are not in a shared buffer, as WebCrypto takes them. */
export type Bytes = Uint8Array<ArrayBuffer>

export const toHex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Reads a string of hex digits, whose number is even, as bytes. */
export const fromHex = (hex: string): Bytes =>
  Uint8Array.from({ length: hex.length / 2 }, (_, index) => Number.parseInt(hex.substr(index * 2, 2), 16))

export const concat = (parts: Uint8Array[]): Bytes => {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Compares bytes one by one, then by length, as DER orders its sets. Returns a negative number, 0 or a positive number. */
export const compareBytes = (a: Uint8Array, b: Uint8Array) => {
  const index = a.findIndex((byte, position) => byte !== b[position])
  if (index === -1) return a.length - b.length
  return (a[index] ?? 0) - (b[index] ?? -1)
}

export const isSame = (a: Uint8Array, b: Uint8Array) => compareBytes(a, b) === 0

export const hash = async (algorithm: string, bytes: Uint8Array): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest(algorithm, bytes as Bytes))

export const sha256 = (bytes: Uint8Array) => hash('SHA-256', bytes)
