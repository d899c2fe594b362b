import { clearDemo } from '#server/db/demo/clear-demo.ts'
import { type Command, print, UsageError } from '../command.ts'
import { withInstallation } from '../installation.ts'

/** `demo clear`: clears an installation that only the demo's users have ever used. */
export const demo: Command = {
  name: 'demo',
  usage: 'clear',
  summary: 'Deletes the demo and all its data, if there are no other accounts',
  async run(args) {
    if (args.length !== 1 || args[0] !== 'clear') throw new UsageError('It takes clear.')
    const files = await withInstallation(
      ({ db, store, settings }) => clearDemo(db, store, settings.dataDir),
      { alone: true },
    )
    print(`Deleted the demo with ${files} files. The next start creates an empty portal, or a new demo.`)
    return 0
  },
}
