export const median = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

const shown = (value: number) => (value >= 100 ? value.toFixed(0) : value.toFixed(2))

/** Prints the measurements and their limit, as the medians of the same rounds, and whether the goal is reached. */
export const report = (
  what: string,
  unit: string,
  measured: readonly number[],
  limit: { name: string; values: readonly number[] },
  goal: { text: string; reached: (measured: number, limit: number) => boolean },
) => {
  const [own, other] = [median(measured), median(limit.values)]
  const reached = goal.reached(own, other)
  process.stdout.write(
    [
      `${what}: ${shown(own)} ${unit} (rounds: ${measured.map(shown).join(', ')})`,
      `${limit.name}: ${shown(other)} ${unit} (rounds: ${limit.values.map(shown).join(', ')})`,
      `ratio ${(own / other).toFixed(2)}; goal: ${goal.text}: ${reached ? 'reached' : 'MISSED'}`,
      '',
    ].join('\n'),
  )
  if (!reached) process.exitCode = 1
}
