type Named = { firstName: string | null; lastName: string | null }
/** A user with their names; `fullName` is the name in the partner's profile, if there is one. */
type Person = Named & { email: string; fullName?: string | null | undefined }

const nameParts = ({ firstName, lastName }: Named) =>
  [firstName, lastName].map((part) => part?.trim() ?? '').filter(Boolean)

/**
 * Returns the first and last name, else the name in the profile, else the email address.
 * @param person null when the user was deleted
 */
export const personName = (person: Person | null): string => {
  if (!person) return 'Deleted user'
  return nameParts(person).join(' ') || person.fullName?.trim() || person.email || 'Partner'
}

/** Returns the initials of the name in capitals, or the first letter of the email address; "U" when there is neither. */
export const initials = (person: Named & Partial<Person>): string => {
  // The string is spread, because [0] would cut a first character that has two code units.
  const firstLetters = (parts: string[]) => parts.map((part) => [...part][0] ?? '').join('')
  const letters =
    firstLetters(nameParts(person)) ||
    firstLetters(nameParts(splitName(person.fullName ?? ''))) ||
    firstLetters([person.email ?? ''])
  return letters.toLocaleUpperCase('en-US') || 'U'
}

/** Splits a full name into its first and last words, from which the initials are made. */
export const splitName = (fullName: string) => {
  const words = fullName.trim().split(/\s+/)
  return { firstName: words[0] ?? '', lastName: words.length > 1 ? (words.at(-1) ?? '') : '' }
}
