import { expect, test } from 'vitest'
import { timesOf } from './times.ts'

const day = {
  activationDate: '2027-04-17T14:00:00Z',
  endsAt: '2027-04-18T22:00:00Z',
  timeZone: 'America/New_York',
  setups: [{ dueOn: '2027-04-17', time: '07:30' }],
}
const statesAt = (now: string, given: Partial<typeof day> | { endsAt: null } = {}) =>
  timesOf({ ...day, ...given }, Date.parse(now)).map(({ label, state }) => `${label} ${state}`)

test('the setup is by the clocks of the place, before the start', () => {
  const [setup] = timesOf(day, 0)
  expect([setup?.label, setup?.at.toISOString()]).toEqual(['Setup', '2027-04-17T11:30:00.000Z'])
})

test.each([
  ['2027-04-17T11:29:00Z', ['Setup next', 'Start later', 'End later']],
  ['2027-04-17T11:30:00Z', ['Setup past', 'Start next', 'End later']],
  ['2027-04-17T14:00:00Z', ['Setup past', 'Start now', 'End next']],
  ['2027-04-18T22:00:00Z', ['Setup past', 'Start past', 'End past']],
])('at %s, what goes on and what comes next are marked', (now, states) => {
  expect(statesAt(now)).toEqual(states)
})

test.each([
  ['2027-04-17T03:59:00Z', 'Setup next'],
  ['2027-04-17T04:00:00Z', 'Setup now'],
  ['2027-04-18T03:59:00Z', 'Setup now'],
  ['2027-04-18T04:00:00Z', 'Setup past'],
])('at %s, a setup for the whole day goes by the clocks of the place: %s', (now, state) => {
  const setups = [{ dueOn: '2027-04-17', time: null }]
  const [setup] = timesOf({ ...day, setups }, Date.parse(now))
  expect(`${setup?.label} ${setup?.state}`).toBe(state)
})

test('without an end, nobody knows until when the event goes on', () => {
  expect(statesAt('2027-04-17T15:00:00Z', { endsAt: null })).toEqual(['Setup past', 'Start past'])
})

test('a setup without a time is on its day, and one with an unreadable day is left out', () => {
  const setups = [
    { dueOn: '2027-04-16', time: null },
    { dueOn: 'soon', time: null },
  ]
  expect(timesOf({ ...day, setups }, 0).map(({ label, isWholeDay }) => [label, isWholeDay])).toEqual([
    ['Setup', true],
    ['Start', false],
    ['End', false],
  ])
})
