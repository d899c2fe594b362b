import { useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'
import { Badge } from '#client/ui/badge.tsx'
import { fileInfectedMessage, fileWaitingMessage } from '#contract/files/quarantine-messages.ts'
import type { QuarantineVerdict } from '#contract/files/quarantined-files.ts'

/** Returns why a file is quarantined: the virus scanner has not cleared it. Undefined for a file that can be opened. */
export const useQuarantinedFile = (filePath: string | null) =>
  // With `select`, a row renders again only when the state of its own file changes.
  useQuery({
    ...readOf('/api/held-files'),
    select: (held) => held.find((file) => file.filePath === filePath),
  }).data

/** Returns those of the files that can be opened. */
export const useOpenableFiles = <File extends { filePath: string }>(files: File[]) => {
  const { data: held = [] } = useQuery(readOf('/api/held-files'))
  return files.filter(({ filePath }) => !held.some((file) => file.filePath === filePath))
}

/** Returns a sentence that says why a quarantined file cannot be opened. */
export const quarantineMessage = ({ verdict, threat }: QuarantineVerdict) =>
  verdict === 'waiting'
    ? fileWaitingMessage
    : threat
      ? `${fileInfectedMessage} The scanner calls it ${threat}.`
      : fileInfectedMessage

/** A short badge that says why a quarantined file cannot be opened. */
export function QuarantineBadge({ file }: { file: QuarantineVerdict }) {
  return (
    <span title={quarantineMessage(file)}>
      {file.verdict === 'waiting' ? (
        <Badge tone="caution">Checking for viruses</Badge>
      ) : (
        <Badge tone="danger">{file.threat ? `Virus found: ${file.threat}` : 'Virus found'}</Badge>
      )}
    </span>
  )
}
