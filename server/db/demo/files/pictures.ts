/** A drawing of waves under a sun, in two colours of the brand. */
export const drawing = (ground: string, sun: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 800" width="1200" height="800">
  <rect width="1200" height="800" fill="${ground}"/>
  <circle cx="600" cy="360" r="170" fill="${sun}"/>
  <g fill="none" stroke="#ffffff" stroke-width="18" stroke-opacity="0.75">
    <path d="M0 560 Q150 480 300 560 T600 560 T900 560 T1200 560"/>
    <path d="M0 650 Q150 570 300 650 T600 650 T900 650 T1200 650"/>
    <path d="M0 740 Q150 660 300 740 T600 740 T900 740 T1200 740"/>
  </g>
</svg>
`

/** A drawing as a picture of points. */
export const picture = async (svg: string, kind: 'jpeg' | 'png' | 'gif' | 'webp'): Promise<Buffer> => {
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg)).toFormat(kind).toBuffer()
}
