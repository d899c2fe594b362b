import { encode } from 'uqr'

/** Fills the squares of a QR code in black, without a border, at (x, y) from the upper left corner, `size` points wide. */
export const paintQrCode = (
  document: PDFKit.PDFDocument,
  text: string,
  x: number,
  y: number,
  size: number,
) => {
  const { data } = encode(text, { ecc: 'M', border: 0 })
  const side = size / data.length
  for (const [rowIndex, row] of data.entries()) {
    for (let start = 0; start < row.length; start++) {
      if (!row[start]) continue
      let end = start
      while (row[end]) end++
      document.rect(x + start * side, y + rowIndex * side, (end - start) * side, side)
      start = end
    }
  }
  document.fill('#000000')
}
