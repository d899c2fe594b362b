import type { Resource } from '#contract/resources/resources.ts'

/** Of every dialog that a file's menu opens. */
export type FileDialogProps = { file: Resource; open: boolean; onOpenChange: (open: boolean) => void }
