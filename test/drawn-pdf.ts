import PDFDocument from 'pdfkit'

/** Draws a PDF of one line, without compression, so that a test can find its text in the bytes. */
export const drawPdf = async (line = 'Dana Whitfield agrees.') => {
  const document = new PDFDocument({ compress: false })
  document.text(line)
  document.end()
  const chunks: Buffer[] = []
  for await (const chunk of document) chunks.push(chunk)
  return Buffer.concat(chunks)
}
