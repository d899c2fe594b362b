import type { AgreementBlock } from './agreement.ts'

/** Paragraphs in order. An array is the lettered list below the paragraph before it. */
type Body = readonly (string | readonly string[])[]

const numberedBody = (prefix: string, body: Body): AgreementBlock[] => {
  let count = 0
  return body.flatMap((part): AgreementBlock[] => {
    if (typeof part !== 'string') {
      return part.map((text, index) => ({
        kind: 'item',
        number: `(${String.fromCharCode(97 + index)})`,
        text,
      }))
    }
    count += 1
    return [{ kind: 'clause', number: `${prefix}.${count}`, text: part }]
  })
}

/** A numbered section: heading `4.`, paragraphs `4.1`, `4.2`, their lists `(a)`, `(b)`. */
export const section = (number: number, title: string, body: Body): AgreementBlock[] => [
  { kind: 'heading', number: `${number}.`, text: title },
  ...numberedBody(String(number), body),
]

/** An optional appendix: heading `Appendix B: … (optional)`, paragraphs `B.1`, `B.2`. */
export const appendix = (letter: string, title: string, body: Body): AgreementBlock[] => [
  { kind: 'heading', text: `Appendix ${letter}: ${title} (optional)` },
  ...numberedBody(letter, body),
]

export const title = (text: string): AgreementBlock => ({ kind: 'title', text })
export const heading = (text: string): AgreementBlock => ({ kind: 'heading', text })
export const paragraph = (text: string): AgreementBlock => ({ kind: 'paragraph', text })
export const term = (label: string, text: string): AgreementBlock => ({ kind: 'term', label, text })
export const signature = (label: string, text: string): AgreementBlock => ({ kind: 'signature', label, text })
