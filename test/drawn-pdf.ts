import { PDF } from '@libpdf/core'

/** Draws a PDF of one line, without compression, so that a test can find its text in the bytes. */
export const drawPdf = async (line = 'Dana Whitfield agrees.') => {
  const pdf = PDF.create()
  pdf.addPage({ size: 'letter' }).drawText(line, { x: 72, y: 700 })
  return Buffer.from(await pdf.save({ compressStreams: false }))
}
