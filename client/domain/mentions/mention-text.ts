import type { StaffMember } from '#contract/chat/notes.ts'
import { mentionOf, splitAtMentions } from '#contract/mentions.ts'
import { personName } from '../person-name.ts'

/** A member of staff by the name that a text mentions them with. */
export type Mentionable = { id: string; name: string }

/** Returns the members of the team with the names that mention them. Two of one name differ by their email addresses. */
export const mentionableOf = (team: StaffMember[]): Mentionable[] => {
  const names = team.map(personName)
  return team.map((person, index) => {
    const name = names[index] ?? ''
    const isShared = names.indexOf(name) !== names.lastIndexOf(name)
    return { id: person.id, name: isShared ? `${name} (${person.email})` : name }
  })
}

/** The name of a mentioned person who is unknown, because the user was deleted. */
const unknownName = 'former colleague'

/** Splits a stored text at its mentions: every second part is the name of a mentioned person. */
export const splitAtNames = (text: string, people: Mentionable[]) =>
  splitAtMentions(text).map((part, index) =>
    index % 2 === 0 ? part : `@${people.find(({ id }) => id === part)?.name ?? unknownName}`,
  )

/** Returns a text as it is stored: names after an @ become mentions. */
export const withMentions = (text: string, people: Mentionable[]) =>
  people
    // A name may begin with another name.
    .toSorted((one, other) => other.name.length - one.name.length)
    .reduce(
      (written, { id, name }) =>
        written.replaceAll(`@${name}`, (found, at: number) =>
          /[\p{L}\p{N}]/u.test(written.slice(at + found.length, at + found.length + 1))
            ? found
            : mentionOf(id),
        ),
      text,
    )

// Names are not longer; without a limit, every text after an @ would be searched for.
const maxNameLength = 40

/** Returns what was typed of a name right before the end of a text; null if no mention was begun there. */
export const begunMention = (text: string): string | null => {
  const at = text.lastIndexOf('@')
  const typed = text.slice(at + 1)
  const isMention = at === 0 || (at > 0 && /\s/.test(text.charAt(at - 1)))
  return isMention && typed.length <= maxNameLength && !/[\n@]|\s\s/.test(typed) ? typed : null
}
