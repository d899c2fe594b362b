import { fileURLToPath } from 'node:url'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import type { FontStyle, LoadedFont } from './fonts.ts'

// The templates are in this folder.
const workspace = fileURLToPath(new URL('.', import.meta.url))

let compiler: NodeCompiler | undefined
const known = new Map<string, LoadedFont>()

/** Returns the typesetting engine with at least these fonts. Other fonts make no difference, since the template names those it uses. */
const compilerWith = (fonts: LoadedFont[]) => {
  const added = fonts.filter(({ name }) => !known.has(name))
  for (const font of added) known.set(font.name, font)
  if (added.length > 0) compiler = undefined
  compiler ??= NodeCompiler.create({
    workspace,
    fontArgs: [{ fontBlobs: Array.from(known.values(), ({ data }) => data) }],
  })
  return compiler
}

/** Returns the names of the fonts of each style, as templates use them. */
export const namesOf = (fonts: Record<FontStyle, LoadedFont[]>) =>
  Object.fromEntries(Object.entries(fonts).map(([style, list]) => [style, list.map(({ name }) => name)]))

interface Typesetting {
  /** The path of the template. */
  template: string
  inputs: Record<string, string>
  fonts: Record<FontStyle, LoadedFont[]>
  /** The pictures that the template reads, by their paths. */
  pictures?: Record<string, Buffer>
  standard: string
  at: Date
}

/** Sets a template as a tagged PDF. The same input gives the same bytes. */
export const typeset = ({ template, inputs, fonts, pictures = {}, standard, at }: Typesetting) => {
  const engine = compilerWith(Object.values(fonts).flat())
  for (const [path, bytes] of Object.entries(pictures)) engine.mapShadow(path, bytes)
  const pdf = engine.pdf(
    { mainFilePath: template, inputs },
    { pdfStandard: standard, creationTimestamp: Math.floor(at.getTime() / 1000) },
  )
  engine.resetShadow()
  engine.evictCache(10)
  return withDisplayedTitle(pdf)
}

const preferences = '/ViewerPreferences <<'
const direction = '\n    /Direction /L2R\n  '
const displayTitle = ' /DisplayDocTitle true'

/**
 * Makes viewers show the title instead of the file name. The engine sets this option only for PDF/UA, so it overwrites an entry of the same
 * length that only states a default.
 */
const withDisplayedTitle = (pdf: Buffer) => {
  const start = pdf.lastIndexOf(`${preferences}${direction}`)
  if (start === -1) throw new Error('The viewer preferences are not where they were')
  pdf.write(displayTitle.padEnd(direction.length), start + preferences.length, 'latin1')
  return pdf
}
