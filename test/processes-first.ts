import { readFileSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Whether the tests of a file start processes of the portal, for which they mostly wait. */
const startsProcesses = ({ moduleId }: TestSpecification) =>
  /test\/(server-process|killable-server|portal-command)\.ts'/.test(readFileSync(moduleId, 'utf8'))

/**
 * Runs the files that start processes first. They are short and take long, so that Vitest, which begins with the largest files, would run
 * them last and leave a core idle.
 */
export class ProcessesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => Number(startsProcesses(other)) - Number(startsProcesses(one)))
  }
}
