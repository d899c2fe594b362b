import { randomInt } from 'node:crypto'

/**
 * Returns how often a test repeats a fault: `short` in `npm test`, `long` in `npm run test:long`, which sets LONG. ROUNDS overrides both,
 * for runs of one file.
 */
export const rounds = ({ short, long }: { short: number; long: number }) =>
  Number(process.env.ROUNDS || (process.env.LONG ? long : short))

/**
 * Returns the seed of random input: SEED if it is set, else `short` in `npm test` if it is given, else a random one. Prints the seed, so
 * that a failed run can be repeated.
 */
export const startSeed = ({ short }: { short?: number } = {}) => {
  const chosen = process.env.LONG ? undefined : short
  const seed = process.env.SEED ? Number(process.env.SEED) : (chosen ?? randomInt(2 ** 31))
  console.debug(`SEED=${seed}`)
  return seed
}

/** Returns a generator of whole numbers from 0 to below its argument, all of which follow from one seed. */
export const startRandom = () => {
  // Node's own random numbers take no seed. This is the mulberry32 generator.
  let state = startSeed()
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below)
  }
}
