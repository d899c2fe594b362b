/** Writes the digits of a whole number in groups of three: "1,234,567". */
export const groupDigits = (digits: string) => {
  const first = digits.length % 3 || 3
  const groups = [digits.slice(0, first)]
  for (let at = first; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3))
  return groups.join(',')
}
