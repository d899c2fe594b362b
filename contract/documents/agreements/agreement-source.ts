import type { AgreementBlock } from './agreement.ts'

/** The marks at the beginning of a paragraph, in the order in which they are tried. */
const marks: [kind: AgreementBlock['kind'], pattern: RegExp][] = [
  ['title', /^# (?<text>.+)$/],
  ['heading', /^## (?:(?<number>\d+\.) )?(?<text>.+)$/],
  ['clause', /^(?<number>(?:\d+|[A-Z])\.\d+) (?<text>.+)$/],
  ['item', /^(?<number>\([a-z]+\)) (?<text>.+)$/],
  ['term', /^- (?<label>[^:]+): (?<text>.+)$/],
  ['signature', /^> (?<label>[^:]+): (?<text>.+)$/],
]

const readParagraph = (paragraph: string): AgreementBlock => {
  for (const [kind, pattern] of marks) {
    const { text, number, label } = pattern.exec(paragraph)?.groups ?? {}
    if (text) return { kind, ...(number && { number }), ...(label && { label }), text }
  }
  return { kind: 'paragraph', text: paragraph }
}

/**
 * The text of an agreement as it is written: paragraphs with an empty line between them. `# ` begins the title, `## ` a heading (`## 4. Payment`
 * a numbered one), `4.1 ` a clause, `(a) ` an item of a list, `- Label: ` a line of terms, `> Label: ` one of signatures. A line break
 * within a paragraph is a space. What has no such beginning is a plain paragraph, so that every text can be read.
 */
export const readAgreementSource = (source: string): AgreementBlock[] =>
  source
    .split(/\r?\n[^\S\n]*(?:\r?\n)+/)
    .map((paragraph) => paragraph.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean)
    .map(readParagraph)

const begin = ({ kind, number, label }: AgreementBlock) => {
  if (kind === 'title') return '# '
  if (kind === 'heading') return number ? `## ${number} ` : '## '
  if (kind === 'term') return `- ${label}: `
  if (kind === 'signature') return `> ${label}: `
  return number ? `${number} ` : ''
}

/** The blocks as they are written: the opposite of `readAgreementSource`. */
export const writeAgreementSource = (blocks: readonly AgreementBlock[]): string =>
  blocks.map((block) => `${begin(block)}${block.text}`).join('\n\n')
