import { useQuery } from '@tanstack/react-query'
import { readOf } from '#client/lib/query-client.ts'
import { Badge } from '#client/ui/badge.tsx'
import {
  fileInfectedMessage,
  fileWaitingMessage,
  type HeldVerdict,
  listHeldFiles,
} from '#contract/files/held-files.ts'

/** What keeps a file from being opened: the virus scanner has not found it clean. Undefined for one that can be opened. */
export const useHeldFile = (filePath: string | null) =>
  // By `select`, so that a row is rendered again only when its own file is concerned.
  useQuery({
    ...readOf(listHeldFiles),
    select: (held) => held.find((file) => file.filePath === filePath),
  }).data

/** A sentence that says why it cannot be opened. */
export const heldMessage = ({ verdict, threat }: HeldVerdict) =>
  verdict === 'waiting'
    ? fileWaitingMessage
    : threat
      ? `${fileInfectedMessage} The scanner calls it ${threat}.`
      : fileInfectedMessage

/** The same as a short badge. */
export function HeldBadge({ file }: { file: HeldVerdict }) {
  return (
    <span title={heldMessage(file)}>
      {file.verdict === 'waiting' ? (
        <Badge tone="caution">Checking for viruses</Badge>
      ) : (
        <Badge tone="danger">{file.threat ? `Virus found: ${file.threat}` : 'Virus found'}</Badge>
      )}
    </span>
  )
}
