import { join } from 'node:path'
import type { RecapFigure } from '#contract/recap-figures.ts'
import { withoutSealWord, withShownTexts } from './shown-text.ts'
import { namesOf, typeset } from './typeset.ts'

/** What the PDF of a recap shows, in the order of the page. */
export interface DrawnRecap {
  companyName: string
  name: string
  /** When and where the event took place, and with whom. */
  facts: string[]
  figures: RecapFigure[]
  /** The texts with their headings, each as its paragraphs. */
  texts: [heading: string, paragraphs: string[]][]
  /** The figures of the company; null for partners. */
  company: { figures: [label: string, value: string][]; note: string[] } | null
  /** The photos as JPEG, with their sizes. */
  photos: { bytes: Uint8Array; width: number; height: number }[]
  drawnAt: Date
}

const template = join(import.meta.dirname, 'recap.typ')

// No font of the portal has these, and a recap reads well without them.
const pictographs =
  /(?![©®™])\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f|\u200d)*|\p{Regional_Indicator}/gu

const withoutPictographs = <Data>(data: Data): Data =>
  JSON.parse(
    JSON.stringify(data, (_key, value) =>
      typeof value === 'string' ? value.replace(pictographs, '').trim() : value,
    ),
  )

/** Draws a recap as a tagged PDF. Its texts are data, and are never read as markup. */
export const drawRecap = async ({ photos, drawnAt, ...recap }: DrawnRecap): Promise<Uint8Array> => {
  const { shown, fonts } = await withShownTexts(withoutPictographs(recap))
  const named = photos.map(({ bytes, width, height }, index) => ({
    path: join(import.meta.dirname, `photo-${index}.jpg`),
    bytes: Buffer.from(bytes),
    file: `photo-${index}.jpg`,
    isUpright: height > width,
  }))
  return typeset({
    template,
    inputs: {
      recap: JSON.stringify({
        ...shown,
        photos: named.map(({ file, isUpright }) => ({ file, isUpright })),
        fonts: namesOf(fonts),
      }),
      title: withoutSealWord(`Recap: ${recap.name}`),
      company: withoutSealWord(recap.companyName),
    },
    fonts,
    pictures: Object.fromEntries(named.map(({ path, bytes }) => [path, bytes])),
    standard: 'a-2a',
    at: drawnAt,
  })
}
