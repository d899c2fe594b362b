import type { AgreementBlock } from './agreement.ts'

/** The marks at the beginning of a paragraph, in the order in which the reader tries them. */
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
 * Reads the source of an agreement: paragraphs separated by empty lines. `# ` begins the title, `## ` a heading (`## 4. Payment` a
 * numbered one), `4.1 ` a clause, `(a) ` an item of a list, `- Label: ` a line of terms, `> Label: ` a line of signatures. A line break
 * within a paragraph is a space. A paragraph without such a mark is a plain paragraph, so that any text can be read.
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

/** Writes blocks as a source: the reverse of `readAgreementSource`. */
export const writeAgreementSource = (blocks: readonly AgreementBlock[]): string =>
  blocks.map((block) => `${begin(block)}${block.text}`).join('\n\n')
