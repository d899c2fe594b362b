// Blanks, quotes and separators, as far as the character with which a formula begins, wide forms included.
const beforeFormula = /(?<![;'"\s])[;'"\s]*(?=[=+\-@＝＋－＠])/g
const eachSeparator = /\r\n|[;\t\r\n]/g
const eachMark = /(\r\n|[;\t\r\n])'/g

/**
 * Marks every place of a cell where a spreadsheet could begin a formula by an apostrophe: its beginning, and what follows a separator,
 * because Excel splits a cell at semicolons, tabs and lines in countries where these separate. `markedCell` and `unmarkedCell` are inverse.
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
