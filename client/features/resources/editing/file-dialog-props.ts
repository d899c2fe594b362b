import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import type { Resource } from '#contract/resources/resources.ts'

/** The props of every dialog that a file's menu opens. */
export type FileDialogProps = DialogOpening & { file: Resource }
