import type { FontStyle } from './faces.ts'
import type { TextStyle } from './line-layout.ts'

/** The sheet in points: US Letter, with the proportions of the paper on which the agreement was signed. */
export const sheet = { width: 612, height: 792, left: 84, right: 528, top: 72, bottom: 712, foot: 748 }

/** The colors of the portal's paper, in sRGB: client/ui/tokens.css has them as OKLCH. */
export const colors = {
  ink: '#192323',
  muted: '#576162',
  line: '#e1e1dd',
  accent: '#056260',
  accentSoft: '#e3f4f3',
}

const style = (size: number, font: FontStyle = 'regular', color = colors.ink): TextStyle => ({
  size,
  font,
  color,
})

/** The sizes of the preview, 15 of its pixels being 10.5 points. */
export const styles = {
  title: style(15, 'semibold'),
  heading: style(12, 'semibold'),
  body: style(10.5),
  value: { ...style(10.5), isMarked: true },
  label: style(9, 'regular', colors.muted),
  signature: style(21, 'italic', colors.accent),
  longSignature: style(12, 'italic', colors.accent),
  small: style(8.5),
  smallLabel: style(8.5, 'regular', colors.muted),
  smallHeading: style(8.5, 'semibold'),
  link: style(8.5, 'regular', colors.accent),
  code: style(13, 'semibold'),
  hash: style(8),
  foot: style(8, 'regular', colors.muted),
}

/** The distance between baselines in points. */
export const leading = { title: 20, heading: 17, body: 15, small: 12, foot: 11 }
