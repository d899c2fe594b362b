import type { Command } from './command.ts'
import { admin } from './commands/admin.ts'
import { backup } from './commands/backup.ts'
import { check } from './commands/check.ts'
import { demo } from './commands/demo.ts'
import { exportAudit } from './commands/export-audit.ts'
import { moveTo } from './commands/move-to.ts'
import { restore } from './commands/restore.ts'
import { rotateKeys } from './commands/rotate-keys.ts'
import { verifyEvidence } from './commands/verify-evidence.ts'

/** The commands, in the order of the help. */
export const commands: readonly Command[] = [
  check,
  admin,
  backup,
  restore,
  moveTo,
  verifyEvidence,
  exportAudit,
  rotateKeys,
  demo,
]
