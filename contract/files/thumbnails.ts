import { z } from 'zod'

/** Whether a picture has a thumbnail, a small WebP: not yet, already, or never, as for a file that is not a picture. */
export const thumbnailStates = ['pending', 'ready', 'none'] as const
export const ThumbnailState = z.enum(thumbnailStates)
export type ThumbnailState = z.output<typeof ThumbnailState>
