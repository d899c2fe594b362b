// What is used here of packages that bring no types.

declare module 'fontkit' {
  export interface Glyph {
    id: number
    codePoints: number[]
    advanceWidth: number
    path: { commands: { command: string; args: number[] }[] }
    bbox: { minX: number; minY: number; maxX: number; maxY: number }
  }
  export interface GlyphPosition {
    xAdvance: number
    xOffset: number
    yOffset: number
  }
  export interface Subset {
    includeGlyph(id: number): number
    encode(): Uint8Array
  }
  export interface Font {
    postscriptName: string
    unitsPerEm: number
    ascent: number
    descent: number
    capHeight: number
    xHeight: number
    italicAngle: number
    bbox: { minX: number; minY: number; maxX: number; maxY: number }
    variationAxes: Record<string, { min: number; max: number }>
    hasGlyphForCodePoint(codePoint: number): boolean
    getGlyph(id: number, codePoints?: number[]): Glyph
    getVariation(coordinates: Record<string, number>): Font
    createSubset(): Subset
    layout(
      text: string,
      features: Record<string, boolean>,
      script: string,
      language: string | undefined,
      direction: 'ltr' | 'rtl',
    ): { glyphs: Glyph[]; positions: GlyphPosition[] }
  }
  export const create: (data: Uint8Array) => Font
}

declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string)
    nextBreak(): { position: number; required: boolean } | null
  }
}

declare module 'bidi-js' {
  interface Levels {
    levels: Uint8Array
  }
  interface Bidi {
    getEmbeddingLevels(text: string, direction?: 'ltr' | 'rtl' | 'auto'): Levels
    getMirroredCharacter(character: string): string | null
  }
  export default function bidiFactory(): Bidi
}
