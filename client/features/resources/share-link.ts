import { toast } from '#client/lib/toast.ts'
import type { Resource } from '#contract/resources/resources.ts'
import { addressOf } from '#contract/screens.ts'

/** Copies the address of a file to the clipboard. */
export const shareLink = async ({ id }: Pick<Resource, 'id'>) => {
  const url = `${location.origin}${addressOf.resource(id)}`
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: 'Link copied', tone: 'positive' })
  } catch {
    // Pages without https have no clipboard, and users can forbid its use.
    toast({ title: 'Error', description: `Could not copy the link: ${url}`, tone: 'danger' })
  }
}
