import type { Locator, Page } from '@playwright/test'

/** A field by the whole of its label, with the asterisk or without. */
export const field = (place: Page | Locator, label: string) =>
  place.getByLabel(new RegExp(`^${RegExp.escape(label)}( \\*)?$`))

export const methods = (place: Page | Locator) => ({
  own: place.getByRole('radiogroup', { name: 'Preferred Communication Method' }),
  marketing: place.getByRole('radiogroup', { name: 'Marketing Contact Communication Method' }),
})
