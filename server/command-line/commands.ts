import type { Command } from './command.ts'
import { backup } from './commands/backup.ts'
import { restore } from './commands/restore.ts'

/** In the order of the help. */
export const commands: readonly Command[] = [backup, restore]
