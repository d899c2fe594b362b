type Person = { firstName: string | null; lastName: string | null; email: string }

/** Who did something, by name or else by e-mail; null once that user is gone. */
export const personName = (person: Person | null): string => {
  if (!person) return 'Someone who is no longer here'
  return [person.firstName, person.lastName].filter(Boolean).join(' ') || person.email
}
