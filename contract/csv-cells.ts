// The pattern matches spaces, quotes and separators up to the character that begins a formula, including fullwidth forms.
const beforeFormula = /(?<![;'"\s])[;'"\s]*(?=[=+\-@＝＋－＠])/g
const eachSeparator = /\r\n|[;\t\r\n]/g
const eachMark = /(\r\n|[;\t\r\n])'/g

/**
 * Puts an apostrophe at every place of a cell where a spreadsheet could begin a formula: at its beginning and after each separator,
 * because Excel splits a cell at semicolons, tabs and line breaks in countries where these separate cells. `unmarkedCell` does the
 * reverse.
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
