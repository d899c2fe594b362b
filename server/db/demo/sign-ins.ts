import { after, daysAgo, hoursAgo, onWorkday } from './moments.ts'

/** The users who signed in today, and how many hours ago. */
const today: Record<string, number> = {
  'support@demo.test': 2.5,
  'admin@demo.test': 1.2,
  'jordan.kim@team.demo.test': 3.8,
  'partner@demo.test': 3.1,
  'pending@demo.test': 7,
  'member@demo.test': 4.4,
  'victor.hale@partners.demo.test': 6.2,
  'elena.vasquez@partners.demo.test': 1.9,
}

interface Visitor {
  email: string
  /** The number of days before today of the first visit; `until` is that of the last one. */
  from: number
  until?: number
  /** The number of days between two visits. */
  every: number
}

/** Returns the sign-ins of a user in the last twelve weeks, oldest first. */
export const signInsOf = ({ email, from, until = 1, every }: Visitor): Date[] => {
  const own = email.length
  const visits: Date[] = []
  for (let day = Math.min(from, 84); day >= until; day -= 1) {
    const isWeekend = daysAgo(day).getUTCDay() % 6 === 0
    if (isWeekend || (day + own) % every !== 0) continue
    visits.push(onWorkday(day, `${8 + ((own + day) % 9)}:${(own * 13 + day * 7) % 60}`))
  }
  const hours = today[email]
  return hours === undefined ? visits : [...visits, hoursAgo(hours)]
}

/** Returns when the user with these sign-ins last used the portal. */
export const lastSeenAfter = (signIns: Date[]) => {
  const last = signIns.at(-1)
  return last ? new Date(Math.min(after(last, 0.4).getTime(), Date.now() - 60_000)) : null
}
