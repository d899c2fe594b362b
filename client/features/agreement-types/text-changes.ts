import { diffArrays, diffWordsWithSpace } from 'diff'

/** A paragraph before and after a change; empty if the paragraph was added or removed. */
export type Change = { before: string; after: string }
type Part = { kind: 'same'; paragraphs: string[] } | { kind: 'changed'; changes: Change[] }

/** Compares the paragraphs of two texts. The result alternates between runs of equal paragraphs and runs of changed ones, paired. */
export const paragraphChanges = (before: string[], after: string[]): Part[] => {
  const parts: Part[] = []
  let removed: string[] = []
  for (const { value, added, removed: isRemoved } of diffArrays(before, after)) {
    if (isRemoved) {
      removed = value
      parts.push({ kind: 'changed', changes: value.map((text) => ({ before: text, after: '' })) })
    } else if (added) {
      const length = Math.max(value.length, removed.length)
      const changes = Array.from({ length }, (_, index) => ({
        before: removed[index] ?? '',
        after: value[index] ?? '',
      }))
      if (removed.length > 0) parts.pop()
      parts.push({ kind: 'changed', changes })
      removed = []
    } else {
      removed = []
      parts.push({ kind: 'same', paragraphs: value })
    }
  }
  return parts
}

/** Words that stay the same, followed by the words that are removed and added after them. */
type Words = { same: string; removed: string; added: string }

/** Compares the words of a paragraph. Changes with only spaces between them are merged, so that they are easier to read. */
export const wordChanges = (before: string, after: string): Words[] => {
  const changes: Words[] = [{ same: '', removed: '', added: '' }]
  let spaces = ''
  for (const { value, added, removed } of diffWordsWithSpace(before, after)) {
    const last = changes.at(-1) as Words
    const isOpen = last.removed !== '' || last.added !== ''
    if (added || removed) {
      last.removed += spaces + (removed ? value : '')
      last.added += spaces + (added ? value : '')
      spaces = ''
    } else if (isOpen && value.trim() === '') {
      spaces += value
    } else if (isOpen) {
      changes.push({ same: spaces + value, removed: '', added: '' })
      spaces = ''
    } else last.same += value
  }
  if (spaces) changes.push({ same: spaces, removed: '', added: '' })
  return changes
}
