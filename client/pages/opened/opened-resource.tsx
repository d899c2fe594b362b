import { useSeenByOpening } from '#client/features/notifications/seen.ts'
import { FilePanel } from '#client/features/resources/panel/file-panel.tsx'
import type { OpenedProps } from './opened-props.ts'

/** A file of the library, for its partners and for staff. */
export default function OpenedResource({ user, ...opening }: OpenedProps) {
  useSeenByOpening('resource', { user, ...opening })
  return <FilePanel {...opening} />
}
