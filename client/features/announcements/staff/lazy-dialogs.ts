import { lazyOpening } from '#client/ui/lazy-dialog.tsx'

// The form is loaded on demand together with the form components that it uses.
export const AnnouncementForm = lazyOpening(
  async () => (await import('./announcement-form.tsx')).AnnouncementForm,
)
