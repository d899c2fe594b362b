import type { StateCode } from '#contract/partners/us-states.ts'

export const demoGroups = ['Gulf Coast Venues', 'Fitness Studios', 'Corporate Wellness'] as const

/** How far a partner of the demo has come. `invited` has an account and no profile. */
type Progress = 'completed' | 'nda-signed' | 'documents' | 'profile' | 'invited'

export interface DemoPartner {
  email: string
  firstName: string
  lastName: string
  businessName: string
  state: StateCode
  group: (typeof demoGroups)[number] | null
  progress: Progress
  /** Days before today on which the account was created. */
  since: number
}

const partner = (
  [firstName, lastName]: [string, string],
  businessName: string,
  state: StateCode,
  group: DemoPartner['group'],
  progress: Progress,
  since: number,
  email = `${firstName}.${lastName}@partners.demo.test`.toLowerCase(),
): DemoPartner => ({ email, firstName, lastName, businessName, state, group, progress, since })

const [gulfCoast, fitness, corporate] = demoGroups

/** The three demo accounts that are partners, and a dozen more, so that lists have realistic lengths. */
export const demoPartners: DemoPartner[] = [
  partner(
    ['Paula', 'Ortega'],
    'Bayfront Conservatory',
    'AL',
    gulfCoast,
    'completed',
    140,
    'partner@demo.test',
  ),
  partner(['Peter', 'Lang'], 'Langley Health Club', 'FL', fitness, 'documents', 6, 'pending@demo.test'),
  partner(['Nadia', 'Brooks'], '', 'AL', null, 'invited', 1, 'new@demo.test'),
  partner(['Marcus', 'Bell'], 'The Pavilion at Orange Beach', 'AL', gulfCoast, 'completed', 210),
  partner(['Imani', 'Carter'], 'Carter & Daughters Event Hall', 'MS', gulfCoast, 'completed', 188),
  partner(['Luis', 'Delgado'], 'Delgado Rooftop Gardens', 'FL', gulfCoast, 'completed', 163),
  partner(['Hannah', 'Reyes'], 'Pulse Cycle Studio', 'TX', fitness, 'completed', 151),
  partner(['Theo', 'Nakamura'], 'Nakamura Strength & Conditioning', 'CA', fitness, 'completed', 122),
  partner(['Aisha', 'Rahman'], 'Stillwater Yoga Collective', 'GA', fitness, 'completed', 97),
  partner(['Grace', 'Okafor'], 'Okafor Corporate Wellbeing', 'IL', corporate, 'completed', 80),
  partner(['Daniel', 'Weiss'], 'Weiss Occupational Health', 'NY', corporate, 'nda-signed', 21),
  partner(['Chloe', 'Martin'], 'Harbor Lofts', 'LA', gulfCoast, 'nda-signed', 17),
  partner(['Owen', 'Price'], 'Price Family Fitness', 'TN', fitness, 'documents', 12),
  partner(['Sofia', 'Lindqvist'], 'Northside Meeting House', 'MN', corporate, 'profile', 9),
  partner(['Jamal', 'Foster'], 'Foster Street Market Hall', 'GA', gulfCoast, 'profile', 4),
]
