// Finds lines of code that occur in two places.

const isImportStart = (line) =>
  /^(import|export)\b(?!.*\b(const|function|type \w+ =|interface|class)\b)/.test(line)
const isWithoutCode = (line) => !/\w/.test(line) || /^(\/\/|\/?\*|\{\/\*)/.test(line)

/** Returns the lines of code, each with its number. Imports, comments and lines without words are left out. */
function codeOf(text) {
  let isImporting = false
  return text.split('\n').flatMap((line, index) => {
    const code = line.trim()
    if (isImportStart(code)) isImporting = true
    const isLeftOut = isImporting || isWithoutCode(code)
    if (isImporting && /from '[^']*'$|^import '/.test(code)) isImporting = false
    return isLeftOut ? [] : [{ code, number: index + 1 }]
  })
}

/**
 * Returns a text for each two files, or two places in a file, that share `count` lines of code in a row.
 * @param texts the text of each file by its name
 */
export function findRepeatedLines(texts, count) {
  const first = new Map()
  const found = new Map()
  for (const [file, text] of texts) {
    const lines = codeOf(text)
    for (let start = 0; start + count <= lines.length; start += 1) {
      const shared = lines.slice(start, start + count)
      const key = shared.map(({ code }) => code).join('\n')
      const other = first.get(key)
      const place = `${file}:${shared[0].number}`
      if (!other) first.set(key, { file, place, start })
      // A run of similar lines, such as a list, overlaps with itself.
      else if (other.file !== file || start - other.start >= count) {
        const pair = `${other.file} ${file}`
        if (!found.has(pair)) found.set(pair, `${other.place} and ${place}`)
      }
    }
  }
  return [...found.values()]
}
