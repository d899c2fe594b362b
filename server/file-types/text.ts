import type { FileBytes } from './file-bytes.ts'

// Tab, line feed, vertical tab, form feed and carriage return; the end of a file as DOS wrote it; and escape, which logs of
// terminals contain.
const textControls = new Set([9, 10, 11, 12, 13, 26, 27])
const isControl = (code: number) => (code < 32 && !textControls.has(code)) || code === 127

/** The encoding that a byte order mark names. */
export const markedEncoding = (start: Buffer) => {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  return null
}

/**
 * Whether it is text: of any encoding that leaves ASCII as it is, since spreadsheets still write the old ones, or
 * UTF-16 that says so. Nothing is no text.
 */
export const isText = async (bytes: FileBytes): Promise<boolean> => {
  const start = await bytes.read(0, 5)
  // The one format of documents that can do without any other character.
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
