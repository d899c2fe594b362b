import { toHex } from './bytes.ts'

// A certificate ends with its own signature, which is unique. The search looks for several pieces, since one of them may have been changed.
const pieceBytes = 16
const pieceCount = 4

// Browsers decode the text in the same way. Their latin1 has other characters for some bytes.
const characters = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

const withoutEscapes = (text: string) =>
  text.replace(/\\([0-7]{1,3}|[nrtbf()\\])/g, (_, escaped: string) =>
    /^\d/.test(escaped)
      ? characters(Uint8Array.of(Number.parseInt(escaped, 8)))
      : (escapes[escaped] ?? escaped),
  )

/**
 * Searches a PDF for a certificate (DER) where the PDF is not compressed: as hexadecimal digits, as seals have it, or as a string of bytes,
 * as some programs write it when they save a signed file. `text` has one character for each byte. A match proves nothing: anyone who has a
 * sealed file can copy the certificate from it.
 */
export const createCertificateSearch = (text: string) => {
  const lowerCase = text.toLowerCase()
  const unescaped = withoutEscapes(text)
  return (certificate: Uint8Array) =>
    Array.from({ length: pieceCount }, (_, index) => {
      const end = certificate.length - index * pieceBytes
      return certificate.subarray(end - pieceBytes, end)
    }).some((piece) => lowerCase.includes(toHex(piece)) || unescaped.includes(characters(piece)))
}
