import { readdir, readFile } from 'node:fs/promises'

// Linux counts in hundredths of a second.
const ticksEachSecond = 100

const statOf = async (pid: number) => {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // The name of the process is in parentheses and may contain spaces.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  // The time of the process itself, and of its children that have ended.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
  return { parent: Number(fields[1]), seconds: ticks / ticksEachSecond }
}

/** Returns the processor time that programs and their children have used so far, in seconds. `programs` are process ids by name. */
export const processorTime = async <Name extends string>(programs: Record<Name, number[]>) => {
  const pids = (await readdir('/proc')).map(Number).filter(Boolean)
  const stats = new Map(await Promise.all(pids.map(async (pid) => [pid, await statOf(pid)] as const)))
  const belongsTo = (pid: number, roots: number[]): boolean =>
    roots.includes(pid) || (pid > 1 && belongsTo(stats.get(pid)?.parent ?? 0, roots))
  const secondsOf = (roots: number[]) =>
    [...stats].reduce((sum, [pid, { seconds }]) => (belongsTo(pid, roots) ? sum + (seconds || 0) : sum), 0)
  const entries = Object.entries<number[]>(programs).map(([name, roots]) => [name, secondsOf(roots)])
  return Object.fromEntries(entries) as Record<Name, number>
}
