import type { StateCode } from '#contract/partners/us-states.ts'
import type { TaskStatus, TaskType } from '#contract/tasks.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour

/** Noon of the coast's time zone, so that the day is the same wherever in the country it is read. */
const noonIn = (days: number) => {
  const date = new Date(Date.now() + days * day)
  date.setUTCHours(18, 0, 0, 0)
  return date
}

const tasks: [taskName: string, taskType: TaskType, dueIn: number, status: TaskStatus][] = [
  ['Send the photos of the entrance', 'physical', -3, 'pending'],
  ['Post the program on your channels', 'digital_social', 2, 'in_progress'],
  ['Put up the window posters', 'physical', 5, 'pending'],
  ['Run the 15-second spot on the lobby screen', 'ooh_screen_placement', 12, 'pending'],
  ['Share the kick-off story', 'digital_social', -16, 'completed'],
]

interface DemoActivation {
  name: string
  in_: number
  /** Before noon. */
  hoursEarlier?: number
  hours?: number
  place?: string
  description?: string
  /** Titles of files of the library. */
  materials?: string[]
}

const activations: DemoActivation[] = [
  {
    name: 'Winter Wellness Weekend',
    in_: 24,
    hoursEarlier: 2,
    hours: 30,
    place: 'Main hall and terrace',
    description:
      'Two days with a welcome table, a screening corner and short talks on the hour.\n\nPlease have the banners up by 9:00 AM on the first day. We bring the tables, the tablets and two people.',
    materials: ['Set-up guide', 'Shift plan', 'Shoreline route'],
  },
  {
    name: 'Community Health Fair',
    in_: 9,
    hoursEarlier: 3,
    hours: 7,
    place: 'Front entrance',
    description: 'Neighbors drop in through the day. The schedule names who is at the table when.',
    materials: ['Open day schedule', 'Invitation letter'],
  },
  { name: 'Sunrise Screening Day', in_: -11, hoursEarlier: 5, hours: 4, place: 'Lobby' },
  { name: 'Autumn Open House', in_: -40 },
]

const zones: Partial<Record<StateCode, string>> = {
  CA: 'America/Los_Angeles',
  FL: 'America/New_York',
  GA: 'America/New_York',
  NY: 'America/New_York',
}

// Neighbouring partners get different parts of the lists, so that the rows of overviews differ.
const pickFor = <T>(rows: T[], index: number) =>
  rows.filter((_, row) => index === 0 || (row + index) % 3 !== 0)

export const tasksOf = (partnerId: string, createdBy: string, index: number) =>
  pickFor(tasks, index).map(([taskName, taskType, dueIn, status], row) => ({
    partnerId,
    createdBy,
    taskName,
    taskType,
    status,
    dueDate: noonIn(dueIn + (index % 4)),
    createdAt: new Date(Date.now() - (20 + index + row) * day),
  }))

export const activationsOf = (partnerId: string, createdBy: string, index: number, state: StateCode) =>
  pickFor(activations, index).map(
    ({ name, in_, hoursEarlier = 0, hours, place = null, description = null }, row) => {
      const activationDate = new Date(noonIn(in_ + (index % 5)).getTime() - hoursEarlier * hour)
      return {
        partnerId,
        createdBy,
        name,
        activationDate,
        endsAt: hours === undefined ? null : new Date(activationDate.getTime() + hours * hour),
        timeZone: zones[state] ?? 'America/Chicago',
        place,
        description,
        createdAt: new Date(Date.now() - (30 + index + row) * day),
      }
    },
  )

/** The titles of the files that the activations of a name need. */
export const activationMaterials = activations.map(({ name, materials = [] }) => ({ name, materials }))
