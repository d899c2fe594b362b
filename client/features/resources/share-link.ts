import { addressOf } from '#client/domain/opened.ts'
import { toast } from '#client/lib/toast.ts'
import type { Resource } from '#contract/resources/resources.ts'

/** Gives the address of a file to another application where the device can, else puts it into the clipboard. */
export const shareLink = async ({ id, title }: Pick<Resource, 'id' | 'title'>) => {
  const url = `${location.origin}${addressOf.resource(id)}`
  if (matchMedia('(pointer: coarse)').matches && navigator.share) {
    // Whoever closes the choice of applications has changed their mind.
    return navigator.share({ title, url }).catch(() => {})
  }
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: 'Link copied', tone: 'positive' })
  } catch {
    // Pages without https have no clipboard, and people can forbid it.
    toast({ title: 'Error', description: `Could not copy the link: ${url}`, tone: 'danger' })
  }
}
