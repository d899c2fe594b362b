// The pattern matches spaces, quotes and separators up to the character that begins a formula, including fullwidth forms.
const beforeFormula = /(?<![;'"\s])[;'"\s]*(?=[=+\-@＝＋－＠])/g
const eachSeparator = /\r\n|[;\t\r\n]/g
const eachMark = /(\r\n|[;\t\r\n])'/g

/**
 * Puts an apostrophe wherever a spreadsheet could begin a formula: at the beginning of a cell and after each separator, because Excel
 * splits cells at semicolons, tabs and line breaks in some countries. `unmarkedCell` does the reverse.
 */
export const markedCell = (text: string) =>
  text.replace(
    beforeFormula,
    (run, offset: number) => (offset === 0 ? "'" : '') + run.replace(eachSeparator, "$&'"),
  )

export const unmarkedCell = (text: string) =>
  text.replace(beforeFormula, (run, offset: number) =>
    (offset === 0 ? run.replace(/^'/, '') : run).replace(eachMark, '$1'),
  )
