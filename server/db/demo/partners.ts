import type { StateCode } from '#contract/partners/us-states.ts'

export const demoGroups = ['Gulf Coast Venues', 'Fitness Studios', 'Corporate Wellness'] as const
export type DemoGroup = (typeof demoGroups)[number]

/** The days before today on which each step of onboarding was done. */
type Steps = [invited: number, profile?: number, nda?: number, contract?: number]

interface Particulars {
  email?: string
  /** Whether staff have entered the profile and the partner has not confirmed it yet. */
  isByStaff?: true
  /** Whether the contract was signed on paper and staff stored a scan. */
  isOnPaper?: true
  /** Whether staff have entered the terms of the contract that is to be signed. */
  hasTerms?: true
  /** The number of days before today on which a second contract was signed. */
  again?: number
  /** The number of days before today on which the partner declined the contract that is to be signed. */
  declined?: number
  /** The number of days before today on which the first of two contracts was voided. */
  firstVoided?: number
  /** The number of days until the last contract ends. */
  endsInDays?: number
  hasPicture?: true
}

export interface DemoPartner extends Particulars {
  email: string
  firstName: string
  lastName: string
  businessName: string
  state: StateCode
  group: DemoGroup | null
  steps: Steps
}

const partner = (
  name: string,
  businessName: string,
  state: StateCode,
  group: DemoPartner['group'],
  steps: Steps,
  particulars: Particulars = {},
): DemoPartner => {
  const [firstName = '', lastName = ''] = name.split(' ')
  const email = `${firstName}.${lastName}@partners.demo.test`.toLowerCase()
  return { email, firstName, lastName, businessName, state, group, steps, ...particulars }
}

const [gulfCoast, fitness, corporate] = demoGroups

/** The three demo accounts that are partners, and others at every step of onboarding, so that lists have realistic lengths. */
export const demoPartners: DemoPartner[] = [
  partner('Paula Ortega', 'Bayfront Conservatory', 'AL', gulfCoast, [140, 139, 136, 131], {
    email: 'partner@demo.test',
    again: 23,
    endsInDays: 20,
    hasPicture: true,
  }),
  partner('Peter Lang', 'Langley Health Club', 'FL', fitness, [6, 5], {
    email: 'pending@demo.test',
    hasPicture: true,
  }),
  partner('Nadia Brooks', '', 'AL', null, [1], { email: 'new@demo.test' }),
  partner('Marcus Bell', 'The Pavilion at Orange Beach', 'AL', gulfCoast, [210, 208, 203, 196], {
    again: 44,
    hasPicture: true,
  }),
  partner('Imani Carter', 'Carter & Daughters Event Hall', 'MS', gulfCoast, [188, 187, 183, 175], {
    again: 30,
    hasPicture: true,
  }),
  partner('Luis Delgado', 'Delgado Rooftop Gardens', 'FL', gulfCoast, [163, 160, 155, 148], {
    again: 9,
    firstVoided: 8,
  }),
  partner('Hannah Reyes', 'Pulse Cycle Studio', 'TX', fitness, [151, 150, 146, 140], {
    again: 65,
    hasPicture: true,
  }),
  partner('Theo Nakamura', 'Nakamura Strength & Conditioning', 'CA', fitness, [96, 95, 88, 80], {
    hasPicture: true,
  }),
  partner('Aisha Rahman', 'Stillwater Yoga Collective', 'GA', fitness, [88, 86, 82, 74], {
    hasPicture: true,
  }),
  partner('Grace Okafor', 'Okafor Corporate Wellbeing', 'IL', corporate, [80, 79, 75, 68], {
    hasPicture: true,
  }),
  partner('Daniel Weiss', 'Weiss Occupational Health', 'NY', corporate, [24, 22, 17], {
    hasTerms: true,
    declined: 2,
  }),
  partner('Chloe Martin', 'Harbor Lofts', 'LA', gulfCoast, [17, 16, 11]),
  partner('Owen Price', 'Price Family Fitness', 'TN', fitness, [13, 12]),
  partner('Sofia Lindqvist', 'Northside Meeting House', 'MN', corporate, [10, 9], { isByStaff: true }),
  partner('Jamal Foster', 'Foster Street Market Hall', 'GA', gulfCoast, [5, 4], { isByStaff: true }),
  partner('Elena Vasquez', 'Vasquez Family Aquatics', 'FL', fitness, [72, 71, 67, 60]),
  partner('Mei Tanaka', 'Sunset Wellness Center', 'CA', fitness, [63, 62, 59, 53], { hasPicture: true }),
  partner('Andre Dubois', 'Dubois Riverside Hall', 'LA', gulfCoast, [55, 53, 46, 39], { hasPicture: true }),
  partner('Ruth Abrams', 'Abrams Health Partners', 'NY', corporate, [48, 47, 45, 38], { isOnPaper: true }),
  partner('Victor Hale', 'Hale Athletic Club', 'TX', fitness, [41, 40, 37, 32]),
  partner('Priya Nair', 'Nair Workplace Health', 'IL', corporate, [33, 32, 29, 25]),
  partner('Leo Romano', 'Romano Hall', 'MS', gulfCoast, [27, 26, 23, 16]),
  partner('Carmen Ruiz', 'Ruiz Movement Studio', 'TX', fitness, [19, 18, 10, 3]),
  partner('Bianca Stone', 'Stone Street Commons', 'TN', corporate, [36, 34]),
  partner('Tom Greer', '', 'MN', corporate, [15]),
]
