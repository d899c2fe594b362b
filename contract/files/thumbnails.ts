import { z } from 'zod'

/** Whether a picture has a small WebP to show: not yet, already, or never, as no file of another type has. */
export const thumbnailStates = ['pending', 'ready', 'none'] as const
export const ThumbnailState = z.enum(thumbnailStates)
export type ThumbnailState = z.output<typeof ThumbnailState>
