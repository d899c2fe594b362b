import type { FileType } from '#contract/files/file-types.ts'
import { trimOf } from '#contract/trim-ends.ts'

// File systems allow 255 bytes: this leaves room for an extension and for the " (2)" of a duplicate.
const maxNameBytes = 200

// These are path separators, characters that Windows refuses, control characters, and marks that reverse the writing direction, which
// would disguise "exe.fdp".
const unsafe = /[/\\<>:"|?*\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const reserved = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])(\.|$)/i

/** Returns the name of a download: the title with the extension of the type. */
export const downloadName = (title: string, type: FileType | 'ics') => {
  const ending = `.${type}`
  const bare = title.toLowerCase().endsWith(ending) ? title.slice(0, -ending.length) : title
  return (safeName(bare) || 'resource') + ending
}

/** Returns the name of a folder in an archive, made from a title; `fallback` if nothing of the title can be used. */
export const folderName = (title: string, fallback: string) => safeName(title) || fallback

/** Returns a text as a safe name, in the form NFC; empty if nothing of the text can be used. */
const safeName = (text: string) => {
  const safe = trimOf(shorten(text.normalize('NFC').replace(unsafe, ' ').replace(/\s+/g, ' ')), '. ')
  return reserved.test(safe) ? '' : safe
}

const shorten = (name: string) => {
  let bytes = 0
  let result = ''
  for (const character of name) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxNameBytes) break
    result += character
  }
  return result
}

/**
 * Returns the same text for names that a Mac or Windows considers equal. Both ignore case; a Mac also ignores forms of accents and
 * invisible characters. The name becomes upper case first, since some letters have several lower-case forms.
 */
const comparedName = (name: string) =>
  name
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKC')

/** Numbers names that would be equal in the file system of a Mac or of Windows. The number precedes the extension of a file. */
export const distinctNames = ({ areFolders = false } = {}) => {
  const used = new Set<string>()
  return (name: string) => {
    const [, base = name, ending = ''] = (!areFolders && /^(.*)(\.[^.]*)$/s.exec(name)) || []
    let distinct = name
    for (let number = 2; used.has(comparedName(distinct)); number++) distinct = `${base} (${number})${ending}`
    used.add(comparedName(distinct))
    return distinct
  }
}
