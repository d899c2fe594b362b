// The package comes without types. These describe the part of it that the portal uses.
declare module 'subset-font' {
  type Options = {
    keepAllGlyphs?: boolean
    targetFormat?: 'truetype'
    variationAxes?: Record<string, number>
  }
  const subsetFont: (font: Buffer, text: string | undefined, options: Options) => Promise<Buffer>
  export default subsetFont
}
