import type { FileType } from '#contract/files/file-types.ts'

// File systems take 255 bytes: this leaves room for an ending, and for the " (2)" of a second one.
const maxNameBytes = 200

// Separators of paths, what Windows does not take, control characters, and marks that turn the direction of writing, with
// which "exe.fdp" would read as something else.
const unsafe = /[/\\<>:"|?*\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const reserved = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

/** Under which name a file is saved: its title with the ending of its kind. */
export const downloadName = (title: string, type: FileType) => {
  const ending = `.${type}`
  const bare = title.toLowerCase().endsWith(ending) ? title.slice(0, -ending.length) : title
  const safe = shorten(bare.replace(unsafe, ' ').replace(/\s+/g, ' ')).replace(/^[. ]+|[. ]+$/g, '')
  if (safe === '' || reserved.test(safe)) return `resource${ending}`
  return safe + ending
}

const shorten = (name: string) => {
  let bytes = 0
  let kept = ''
  for (const character of name) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxNameBytes) break
    kept += character
  }
  return kept
}

/** Makes names different that a file system without cases would take for one. */
export const distinctNames = () => {
  const taken = new Set<string>()
  return (name: string) => {
    const [, base = name, ending = ''] = /^(.*)(\.[^.]*)$/s.exec(name) ?? []
    let distinct = name
    for (let number = 2; taken.has(distinct.toLowerCase()); number++)
      distinct = `${base} (${number})${ending}`
    taken.add(distinct.toLowerCase())
    return distinct
  }
}
