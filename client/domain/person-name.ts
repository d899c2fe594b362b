type Named = { firstName: string | null; lastName: string | null }
type Person = Named & { email: string }

const nameParts = ({ firstName, lastName }: Named) =>
  [firstName, lastName].map((part) => part?.trim() ?? '').filter(Boolean)

/** First and last name joined, or else the email address; null once the user was deleted. */
export const personName = (person: Person | null): string => {
  if (!person) return 'Deleted user'
  return nameParts(person).join(' ') || person.email
}

/** The first letters of first and last name in capitals, or else of the email address; "U" where there is neither. */
export const initials = (person: Named & { email?: string }): string => {
  // Spread, not [0]: a name may begin with a character of two code units.
  const firstLetters = (parts: string[]) => parts.map((part) => [...part][0] ?? '').join('')
  const letters = firstLetters(nameParts(person)) || firstLetters([person.email ?? ''])
  return letters.toLocaleUpperCase('en-US') || 'U'
}

/** A name as one text in the two parts that initials are made of: the first word and the last. */
export const splitName = (fullName: string) => {
  const words = fullName.trim().split(/\s+/)
  return { firstName: words[0] ?? '', lastName: words.length > 1 ? (words.at(-1) ?? '') : '' }
}
