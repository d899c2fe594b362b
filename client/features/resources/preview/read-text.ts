import { ApiError } from '#client/lib/api.ts'

/** How much of a text is shown: enough to read, and quick in every browser. */
export const maxBytes = 200 * 1024

/** The encoding of a UTF-16 byte order mark, which some spreadsheets write. */
const utf16Of = ([first, second]: Uint8Array) => {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
}

/**
 * Decodes UTF-16 with a byte order mark, else UTF-8, else Windows-1252. A character that is cut in half at the end is
 * omitted.
 */
export const decodeText = (bytes: Uint8Array): string => {
  const utf16 = utf16Of(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes, { stream: true })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The first part of a text file. */
export const readText = async (address: string): Promise<string> => {
  const response = await fetch(address, { headers: { range: `bytes=0-${maxBytes - 1}` } })
  if (!response.ok) throw new ApiError(response.status, response.statusText)
  return decodeText(new Uint8Array(await response.arrayBuffer()))
}
