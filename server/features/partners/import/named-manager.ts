import { comparedText } from '#contract/compared-text.ts'

export interface TeamMember {
  id: string
  email: string
  name: string
}

/** The members of staff by their comparable email addresses and names; several can share a name. */
export type Team = ReadonlyMap<string, TeamMember[]>

export const teamByName = (members: TeamMember[]): Team => {
  const team = new Map<string, TeamMember[]>()
  for (const member of members) {
    const keys = new Set([member.email, member.name].map(comparedText))
    for (const key of keys) team.set(key, [...(team.get(key) ?? []), member])
  }
  return team
}

/** Returns the member of staff whom a cell names by email address or name, or why it names nobody. */
export const namedManager = (team: Team, text: string): TeamMember | { problem: string } => {
  const [found, ...others] = team.get(comparedText(text)) ?? []
  if (!found) return { problem: 'No member of staff has this email or name' }
  if (others.length > 0) return { problem: 'Several members of staff have this name. Enter an email' }
  return found
}
