import { lazyOpening } from '#client/ui/lazy-dialog.tsx'

// With it comes what a form needs.
export const ReasonDialog = lazyOpening(async () => (await import('./reason-dialog.tsx')).ReasonDialog)
