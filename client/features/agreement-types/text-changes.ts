import { diffArrays, diffWordsWithSpace } from 'diff'

/** A paragraph before and after; empty where there was, or is, none. */
export type Change = { before: string; after: string }
type Part = { kind: 'same'; paragraphs: string[] } | { kind: 'changed'; changes: Change[] }

/** The paragraphs of two texts: runs that are the same, and those that changed, side by side. */
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

/** Words that stay, and then those that go and come at one place. */
type Words = { same: string; removed: string; added: string }

/** The words of a paragraph that change. Changes that only spaces part are one, so that it can be read. */
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
