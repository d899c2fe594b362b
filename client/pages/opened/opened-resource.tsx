import { FilePanel } from '#client/features/resources/panel/file-panel.tsx'
import type { OpenedProps } from './opened-props.ts'

/** A file of the library, for its partners and for staff. */
export default function OpenedResource({ user: _, ...opening }: OpenedProps) {
  return <FilePanel {...opening} />
}
