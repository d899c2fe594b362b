import { randomInt } from 'node:crypto'

/**
 * How often a test repeats a fault: `short` in `npm test`, `long` in `npm run test:long`, which sets LONG, and as often as ROUNDS says where that
 * is set, for one file at a time.
 */
export const rounds = ({ short, long }: { short: number; long: number }) =>
  Number(process.env.ROUNDS || (process.env.LONG ? long : short))

/**
 * The seed of random input: that of SEED, else another one each time, or always `short` in `npm test` where that is given. It is
 * printed, so that a run that failed can be repeated.
 */
export const startSeed = ({ short }: { short?: number } = {}) => {
  const chosen = process.env.LONG ? undefined : short
  const seed = process.env.SEED ? Number(process.env.SEED) : (chosen ?? randomInt(2 ** 31))
  console.debug(`SEED=${seed}`)
  return seed
}

/** Whole numbers from 0 to below the one that it is given, all of which follow from one seed. */
export const startRandom = () => {
  // Node's own random numbers take no seed. This is mulberry32.
  let state = startSeed()
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}
