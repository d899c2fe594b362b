import type { FileBytes } from './file-bytes.ts'

// Texts may contain tab, line feed, vertical tab, form feed, carriage return, DOS's end of file, and escape, as terminal logs do.
const textControls = new Set([9, 10, 11, 12, 13, 26, 27])
const isControl = (code: number) => (code < 32 && !textControls.has(code)) || code === 127

/** Returns the encoding that the byte order mark declares. */
export const markedEncoding = (start: Uint8Array) => {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return null
}

/**
 * Whether a file is text in any superset of ASCII, since spreadsheets still write old encodings, or in UTF-16 with a byte order mark. An
 * empty file is not text.
 */
export const isText = async (bytes: FileBytes): Promise<boolean> => {
  const start = await bytes.read(0, 5)
  // A PDF can consist of nothing but text characters.
  if (start.toString('latin1') === '%PDF-') return false
  const encoding = markedEncoding(start)
  const decoder = encoding && new TextDecoder(encoding, { fatal: true })
  const stream = await bytes.stream()
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (decoder ? holdsControl(decoder.decode(chunk, { stream: true })) : chunk.some(isControl))
        return false
    }
    decoder?.decode()
    return bytes.size > 0
  } catch (error) {
    if (error instanceof TypeError) return false // what the decoder throws
    throw error
  } finally {
    stream.destroy()
  }
}

const holdsControl = (text: string) => {
  for (let at = 0; at < text.length; at++) if (isControl(text.charCodeAt(at))) return true
  return false
}
