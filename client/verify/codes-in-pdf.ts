import { PDF } from '@libpdf/core'

const codePattern = /\b[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}\b/g

/**
 * The codes of agreements that are printed on the pages of a PDF, each once, in order. Reads the text of every page, also of a file that
 * another program has written anew.
 * @throws what the library throws for a file that it cannot read
 */
export const codesInPdf = async (bytes: Uint8Array): Promise<string[]> => {
  const pdf = await PDF.load(bytes)
  const codes = pdf.getPages().flatMap((page) => page.extractText().text.match(codePattern) ?? [])
  return [...new Set(codes)]
}
