import { after, daysAgo, hoursAgo, onWorkday } from './moments.ts'

/** Who is here today, and since how many hours. */
const today: Record<string, number> = {
  'support@demo.test': 2.5,
  'admin@demo.test': 1.2,
  'jordan.kim@team.demo.test': 3.8,
  'partner@demo.test': 3.1,
  'pending@demo.test': 7,
  'victor.hale@partners.demo.test': 6.2,
  'elena.vasquez@partners.demo.test': 1.9,
}

interface Visitor {
  email: string
  /** Days before today from which on they came, and after which they came no more. */
  from: number
  until?: number
  /** The days from one visit to the next. */
  every: number
}

/** The sign-ins of a user in the last twelve weeks, the oldest first. */
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

/** When the user of these sign-ins was last there. */
export const lastSeenAfter = (signIns: Date[]) => {
  const last = signIns.at(-1)
  return last ? new Date(Math.min(after(last, 0.4).getTime(), Date.now() - 60_000)) : null
}
