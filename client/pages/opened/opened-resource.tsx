import { useSeenByOpening } from '#client/features/notifications/seen.ts'
import { FilePanel } from '#client/features/resources/panel/file-panel.tsx'
import type { OpenedProps } from './opened-props.ts'

/** The dialog of a resource, for its partners and for staff. */
export default function OpenedResource({ user, ...opening }: OpenedProps) {
  useSeenByOpening('resource', { user, ...opening })
  return <FilePanel {...opening} />
}
