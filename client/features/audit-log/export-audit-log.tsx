import { Download } from 'lucide-react'
import { saveAnswer } from '#client/lib/save-answer.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { exportAuditLog } from '#contract/audit-log.ts'

/** Saves the filtered entries of all pages as a CSV file. */
export function ExportAuditLog({ query }: { query: Record<string, string> }) {
  const save = useEndpointMutation(() => saveAnswer(`${exportAuditLog.path}?${new URLSearchParams(query)}`), {
    serverMessages: 'all',
    failure: 'The audit log could not be exported. Try again.',
  })
  return (
    <Button pending={save.isPending} onClick={() => save.mutate()}>
      {!save.isPending && <Download aria-hidden className="size-4" />}
      {save.isPending ? 'Exporting...' : 'Export CSV'}
    </Button>
  )
}
