type Person = { firstName: string | null; lastName: string | null; email: string }

/** The name of a user, or else the email address; null once the user was deleted. */
export const personName = (person: Person | null): string => {
  if (!person) return 'Deleted user'
  return [person.firstName, person.lastName].filter(Boolean).join(' ') || person.email
}

/** A name as one text in the two parts that initials are made of: the first word and the last. */
export const splitName = (fullName: string) => {
  const words = fullName.trim().split(/\s+/)
  return { firstName: words[0] ?? '', lastName: words.length > 1 ? (words.at(-1) ?? '') : '' }
}
