import type { FileType } from '../files/file-types.ts'

export const documentStatuses = ['pending', 'signed'] as const
export type DocumentStatus = (typeof documentStatuses)[number]

export const documentStatusLabels: Record<DocumentStatus, string> = { pending: 'Pending', signed: 'Signed' }

/** The file types of a scanned paper. */
export const scanTypes = ['pdf', 'jpg', 'jpeg', 'png', 'webp'] as const satisfies FileType[]
