import { DOMSerializer, Slice } from 'prosemirror-model'
import { readAgreementSource } from '#contract/documents/agreements/agreement-source.ts'
import type { Written } from './numbers.ts'
import { withFollowingNumbers } from './numbers.ts'
import { nodesOf, schema } from './schema.ts'
import { written } from './written-text.ts'

/** A paragraph of a pasted text. `mark` is the number or bullet that the other program printed before it; `#` is a number to count. */
type Line = { style: 'title' | 'heading' | ''; mark: string; text: string }

const blockTags =
  /^(address|article|blockquote|body|center|d[dlt]|div|h[1-6]|hr|li|main|ol|p|pre|section|table|tbody|td|th|thead|tr|ul)$/i
const withoutText = /^(head|link|meta|noscript|script|style|svg|template|title|xml)$/i

const clean = (text: string) => text.replaceAll(/[\p{Cs}\p{Cc}\p{Bidi_Control}\s]+/gu, ' ').trim()

const styleOf = ({ tagName, className }: Element): Line['style'] => {
  if (className === 'MsoTitle') return 'title'
  return /^h[1-6]$/i.test(tagName) ? 'heading' : ''
}

/** Returns the mark of an item of an HTML list, in which browsers count. */
const listMark = (item: HTMLElement) => {
  const list = item.parentElement
  const style = item.style.listStyleType || list?.style.listStyleType || 'decimal'
  if (list?.tagName !== 'OL' || !/^decimal/.test(style) || /^[ai]$/i.test(list.getAttribute('type') ?? ''))
    return '•'
  const nested = item.parentElement?.closest('li') ? 2 : 1
  const level = Number(item.getAttribute('aria-level') ?? nested)
  return level === 1 ? '#.' : level === 2 ? '#.#' : '•'
}

/** Returns the paragraphs of pasted HTML. Word prints the number of a paragraph in an element that it marks as to be ignored. */
const linesOfHtml = (html: string): Line[] => {
  const lines: Line[] = []
  let line: Line = { style: '', mark: '', text: '' }
  const end = () => {
    if (clean(line.text)) lines.push({ ...line, text: clean(line.text) })
    // An item of a list contains the paragraph that its number belongs to.
    const mark = clean(line.text) ? '' : line.mark
    line = { style: '', mark, text: '' }
  }
  const read = (node: Node) => {
    if (node instanceof Text) line.text += node.data
    if (!(node instanceof HTMLElement) || withoutText.test(node.localName)) return
    if (node.localName === 'br') line.text += ' '
    if (/mso-list:\s*Ignore/i.test(node.getAttribute('style') ?? '')) {
      line.mark = clean(node.textContent)
      return
    }
    const isBlock = blockTags.test(node.localName)
    if (isBlock) {
      end()
      line.style = styleOf(node)
      if (node.localName === 'li') line.mark = listMark(node)
    }
    node.childNodes.forEach(read)
    if (isBlock) end()
  }
  read(new DOMParser().parseFromString(html, 'text/html').body)
  return lines
}

const isShort = (text: string) => text.length <= 80 && !/[.,:;]$/.test(text)

const blockOf = ({ style, mark, text }: Line): Written => {
  if (style === 'title') return { kind: 'title', number: '', text }
  const whole = mark ? `${mark} ${text}` : text
  const [, count, heading] = /^(\d+|#)[.)] (.+)$/.exec(whole) ?? []
  // Agreements number headings, and the clauses below them. A long numbered paragraph is no heading.
  if (heading && (style || isShort(heading))) {
    return { kind: 'heading', number: count === '#' ? 'auto' : `${count}.`, text: heading }
  }
  if (heading) return { kind: 'clause', number: 'auto', text: heading }
  if (style) return { kind: style, number: '', text: whole }
  const [, number = '', clause] = /^((?:\d+|[A-Z])\.\d+|#\.#)\.? (.+)$/.exec(whole) ?? []
  if (clause) return { kind: 'clause', number: number === '#.#' ? 'auto' : number, text: clause }
  const [, inside, before, item] = /^(?:\(([a-z]{1,4})\)|([a-z]|[ivx]{2,4})[.)]) (.+)$/.exec(whole) ?? []
  if (item) return { kind: 'item', number: `(${inside ?? before})`, text: item }
  const [, bullet] = /^[•·▪◦o§*–-] (.+)$/.exec(whole) ?? []
  if (bullet) return { kind: 'item', number: 'auto', text: bullet }
  return { kind: 'paragraph', number: '', text: whole }
}

/** Returns the blocks of HTML that another program has copied: titles, headings, clauses, items and paragraphs, without any of its styles. */
const readHtml = (html: string): Written[] => withFollowingNumbers(linesOfHtml(html).map(blockOf))

/** Returns the blocks of plain text, in which an empty line ends a paragraph, or every line if no line is empty. The marks of the source count. */
const readPlain = (text: string): Written[] => {
  const paragraphs = text.trim().split(/\n\s*\n/.test(text.trim()) ? /\n\s*\n/ : /\n/)
  const blocks = paragraphs
    .map(clean)
    .filter(Boolean)
    .map((paragraph) => {
      const [read] = readAgreementSource(paragraph)
      return read && read.kind !== 'paragraph'
        ? written(read)
        : blockOf({ style: '', mark: '', text: paragraph })
    })
  return withFollowingNumbers(blocks)
}

const serializer = DOMSerializer.fromSchema(schema)

/** Turns HTML from the clipboard into HTML of the editor. What the editor itself has copied stays as it is. */
export const pastedHtml = (html: string): string => {
  if (html.includes('data-pm-slice')) return html
  const container = document.createElement('div')
  container.append(serializer.serializeFragment(nodesOf(readHtml(html))))
  return container.innerHTML
}

/** Returns the content that plain text from the clipboard becomes. */
export const pastedText = (text: string): Slice => Slice.maxOpen(nodesOf(readPlain(text)))
