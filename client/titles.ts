import type { Screen } from './screens.ts'

const titles: Record<Screen, string> = {
  landing: '',
  dashboard: 'Dashboard',
  welcome: 'Welcome',
  'pre-onboarding': 'Onboarding',
  onboarding: 'Partner Onboarding',
  resources: 'Partner Resources',
  recap: 'Event Recap',
  admin: 'Admin Panel',
  'no-partner': 'Invitations',
  'not-found': 'Page not found',
}

/** Returns the title of the browser's tab. */
export const titleOf = (screen: Screen) => `${titles[screen]} · Partner Portal`
