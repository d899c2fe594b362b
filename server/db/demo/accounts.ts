import type { DemoAccount } from '#contract/sign-in.ts'

/** The accounts that the demo's sign-in page offers for one click. */
export const demoAccounts: DemoAccount[] = [
  {
    email: 'partner@demo.test',
    name: 'Paula Ortega',
    role: 'user',
    about: 'A partner with onboarding complete',
  },
  {
    email: 'member@demo.test',
    name: 'Maya Ellis',
    role: 'user',
    about: 'Works for four venues and signs for none',
  },
  {
    email: 'pending@demo.test',
    name: 'Peter Lang',
    role: 'user',
    about: 'A partner with two agreements to sign',
  },
  {
    email: 'new@demo.test',
    name: 'Nadia Brooks',
    role: 'user',
    about: 'Just invited, nothing filled in yet',
  },
  {
    email: 'support@demo.test',
    name: 'Sam Whitfield',
    role: 'support',
    about: 'Staff: runs the partner program',
  },
  { email: 'admin@demo.test', name: 'Ada Moreno', role: 'admin', about: 'Admin: also manages roles' },
]
