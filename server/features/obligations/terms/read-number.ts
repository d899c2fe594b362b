const smallNumbers = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'],
  ...['twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
]
const tens = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety']

const found = (index: number) => (index < 0 ? undefined : index)
const readSmall = (word = '') => found(smallNumbers.indexOf(word))

const readBelowHundred = (words: readonly string[]) => {
  const [first = '', second] = words
  if (words.length === 1 && readSmall(first) !== undefined) return readSmall(first)
  const ten = found(tens.indexOf(first))
  const one = second === undefined ? 0 : readSmall(second)
  if (ten === undefined || one === undefined || words.length > 2) return undefined
  return one > 9 || (one === 0 && second !== undefined) ? undefined : ten * 10 + 20 + one
}

/** Reads words around a power of ten, such as `hundred`: what counts it, and what is added to it. */
const readAround = (
  words: readonly string[],
  unit: { word: string; value: number },
  readCount: (words: readonly string[]) => number | undefined,
  readRest: (words: readonly string[]) => number | undefined,
) => {
  const at = words.indexOf(unit.word)
  if (at < 0) return readRest(words)
  const counting = words.slice(0, at)
  const rest = words.slice(words[at + 1] === 'and' ? at + 2 : at + 1)
  const count = counting.join() === 'a' ? 1 : readCount(counting)
  const added = at + 1 === words.length ? 0 : readRest(rest)
  if (!count || added === undefined || added >= unit.value) return undefined
  return count * unit.value + added
}

/** Reads what is before "hundred": one word, since "twenty five hundred" may be two numbers. */
const readHundreds = (words: readonly string[]) => (words.length === 1 ? readSmall(words[0]) : undefined)

const readBelowThousand = (words: readonly string[]) =>
  readAround(words, { word: 'hundred', value: 100 }, readHundreds, readBelowHundred)

/** Reads a whole number in digits, grouped in threes or not at all, or in English words. Returns undefined for anything else. */
export const readNumber = (text: string): number | undefined => {
  if (/^\d{1,9}$/.test(text) || /^[1-9]\d{0,2}(?:,\d{3}){1,2}$/.test(text))
    return Number(text.replaceAll(',', ''))
  const words = text.replaceAll('-', ' ').split(' ')
  return readAround(words, { word: 'thousand', value: 1000 }, readBelowThousand, readBelowThousand)
}

/** Reads a number with at most two decimals, in hundredths. The number may also be in words. */
export const readHundredths = (text: string): number | undefined => {
  const [, whole, decimals = ''] = /^([\d,]+)(?:\.(\d{1,2}))?$/.exec(text) ?? []
  const number = readNumber(whole ?? text)
  return number === undefined ? undefined : number * 100 + Number(decimals.padEnd(2, '0'))
}
