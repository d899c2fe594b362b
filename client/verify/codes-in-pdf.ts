import { PDF } from '@libpdf/core'

const codePattern = /\b[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}\b/g

/**
 * Returns the codes of agreements that are printed on the pages of a PDF, in order and without duplicates. Reads the text of every page,
 * even if another program has rewritten the file.
 * @throws the error of the library for a file that it cannot read
 */
export const codesInPdf = async (bytes: Uint8Array): Promise<string[]> => {
  const pdf = await PDF.load(bytes)
  const codes = pdf.getPages().flatMap((page) => page.extractText().text.match(codePattern) ?? [])
  return [...new Set(codes)]
}
