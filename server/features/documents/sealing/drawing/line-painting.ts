import type { EmbeddedFaces } from './embedded-faces.ts'
import type { Line, Run } from './line-layout.ts'

const rounded = (value: number) => String(Math.round(value * 1000) / 1000)

/** `#rrggbb` as the three numbers of a PDF operator. */
const rgb = (color: string) =>
  [1, 3, 5].map((at) => rounded(Number.parseInt(color.slice(at, at + 2), 16) / 255)).join(' ')

/** What is shown by one operator, with the shifts between glyphs in thousandths of the font's size. */
const showGlyphs = ({ glyphs, style }: Run, encode: (glyph: Run['glyphs'][number]) => string) => {
  const parts: string[] = []
  const operators: string[] = []
  let codes = ''
  const shift = (value: number) => {
    if (Math.abs(value) < 0.01) return
    if (codes) parts.push(`<${codes}>`)
    codes = ''
    parts.push(rounded(-value))
  }
  const flush = () => {
    if (codes) parts.push(`<${codes}>`)
    if (parts.length > 0) operators.push(`[${parts.join(' ')}] TJ`)
    codes = ''
    parts.length = 0
  }
  let rise = 0
  for (const glyph of glyphs) {
    if (glyph.dy !== rise) {
      flush()
      rise = glyph.dy
      operators.push(`${rounded((rise * style.size) / 1000)} Ts`)
    }
    shift(glyph.dx)
    codes += encode(glyph)
    shift(glyph.advance - glyph.width - glyph.dx)
  }
  flush()
  if (rise !== 0) operators.push('0 Ts')
  return operators
}

/** Draws a line with its left end at `x`, its baseline at `y`, in points from the upper left corner of the page. */
export const paintLine = (
  document: PDFKit.PDFDocument,
  faces: EmbeddedFaces,
  { runs }: Line,
  x: number,
  y: number,
) => {
  if (runs.length === 0) return
  document.addContent(`BT 1 0 0 -1 ${rounded(x)} ${rounded(y)} Tm`)
  let current = ''
  for (const run of runs) {
    const { style } = run
    const face = faces.of(run.face)
    document.page.fonts[face.name] ??= face.reference
    const settings = `/${face.name} ${rounded(style.size)} Tf ${rgb(style.color)} rg`
    if (settings !== current) document.addContent(settings)
    current = settings
    if (run.actual) document.markContent('Span', { actual: run.actual })
    for (const operator of showGlyphs(run, (glyph) => face.encode(glyph))) document.addContent(operator)
    if (run.actual) document.endMarkedContent()
  }
  document.addContent('ET')
}
