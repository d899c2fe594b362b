import { once } from 'node:events'
import { readAuditEvents } from '#server/features/audit-log/sending/data.ts'
import { type Command, UsageError } from '../command.ts'
import { withInstallation } from '../installation.ts'

/** `export-audit [since]`: prints the lines that AUDIT_LOG_TO would send. */
export const exportAudit: Command = {
  name: 'export-audit',
  usage: '[<since>]',
  summary:
    'Prints the audit log, oldest first, as a JSON line for each event, since a time such as 2026-11-01',
  async run(args) {
    const since = new Date(args[0] ?? 0)
    if (args.length > 1 || Number.isNaN(since.getTime())) throw new UsageError('It takes one time, or none.')
    await withInstallation(async ({ db }) => {
      for await (const line of readAuditEvents(db, since)) {
        if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain')
      }
    })
    return 0
  },
}
