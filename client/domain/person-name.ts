type Named = { firstName: string | null; lastName: string | null }
/** `fullName` is that of the partner's profile, where there is one. */
type Person = Named & { email: string; fullName?: string | null | undefined }

const nameParts = ({ firstName, lastName }: Named) =>
  [firstName, lastName].map((part) => part?.trim() ?? '').filter(Boolean)

/** First and last name joined, else the profile's name, else the email address; null once the user was deleted. */
export const personName = (person: Person | null): string => {
  if (!person) return 'Deleted user'
  return nameParts(person).join(' ') || person.fullName?.trim() || person.email || 'Partner'
}

/** The first letters of that name in capitals; of an email address, one. "U" where there is neither. */
export const initials = (person: Named & Partial<Person>): string => {
  // Spread, not [0]: a name may begin with a character of two code units.
  const firstLetters = (parts: string[]) => parts.map((part) => [...part][0] ?? '').join('')
  const letters =
    firstLetters(nameParts(person)) ||
    firstLetters(nameParts(splitName(person.fullName ?? ''))) ||
    firstLetters([person.email ?? ''])
  return letters.toLocaleUpperCase('en-US') || 'U'
}

/** A name as one text in the two parts that initials are made of: the first word and the last. */
export const splitName = (fullName: string) => {
  const words = fullName.trim().split(/\s+/)
  return { firstName: words[0] ?? '', lastName: words.length > 1 ? (words.at(-1) ?? '') : '' }
}
