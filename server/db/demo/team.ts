import type { Role } from '#contract/users/roles.ts'

interface TeamMember {
  email: string
  firstName: string
  lastName: string
  role: Role
  /** The number of days before today on which the account was created. */
  since: number
}

/** The demo's staff, by the names that the other demo data uses. The first two are on the demo's sign-in page. */
export const demoTeam = {
  sam: { email: 'support@demo.test', firstName: 'Sam', lastName: 'Whitfield', role: 'support', since: 300 },
  ada: { email: 'admin@demo.test', firstName: 'Ada', lastName: 'Moreno', role: 'admin', since: 300 },
  jordan: {
    email: 'jordan.kim@team.demo.test',
    firstName: 'Jordan',
    lastName: 'Kim',
    role: 'support',
    since: 260,
  },
  renee: {
    email: 'renee.walker@team.demo.test',
    firstName: 'Renee',
    lastName: 'Walker',
    role: 'support',
    since: 190,
  },
  miguel: {
    email: 'miguel.santos@team.demo.test',
    firstName: 'Miguel',
    lastName: 'Santos',
    role: 'admin',
    since: 120,
  },
} as const satisfies Record<string, TeamMember>

export type TeamName = keyof typeof demoTeam

/** Returns who looks after the tasks, activations and agreements of a partner. */
export const caretakerOf = (index: number): TeamName =>
  (['sam', 'jordan', 'renee', 'sam', 'jordan'] as const)[index % 5] ?? 'sam'
