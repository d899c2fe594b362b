// What the portal uses of subset-font, which comes without types.
declare module 'subset-font' {
  type Options = {
    keepAllGlyphs?: boolean
    targetFormat?: 'truetype'
    variationAxes?: Record<string, number>
  }
  const subsetFont: (font: Buffer, text: string | undefined, options: Options) => Promise<Buffer>
  export default subsetFont
}
