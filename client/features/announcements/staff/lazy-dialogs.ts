import { lazyOpening } from '#client/ui/lazy-dialog.tsx'

// With it comes what a form needs.
export const AnnouncementForm = lazyOpening(
  async () => (await import('./announcement-form.tsx')).AnnouncementForm,
)
