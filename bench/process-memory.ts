import { readFile } from 'node:fs/promises'

/** Returns the memory of a process, in MB. */
export const memoryOf = async (pid: number) => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** Returns the maximum growth of a process in MB while `work` runs. */
export const memoryGrowth = async (pid: number, work: () => Promise<unknown>) => {
  const before = await memoryOf(pid)
  let maxMb = before
  const sample = async () => {
    maxMb = Math.max(maxMb, await memoryOf(pid))
  }
  const timer = setInterval(() => void sample(), 20)
  try {
    await work()
    await sample()
  } finally {
    clearInterval(timer)
  }
  return maxMb - before
}
