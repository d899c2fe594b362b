import { toast } from '#client/lib/toast.ts'
import type { Resource } from '#contract/resources/resources.ts'

/** Puts the address of the page with this file opened into the clipboard. */
export const copyLink = async ({ id }: Pick<Resource, 'id'>) => {
  const link = `${location.origin}/resources?file=${id}`
  try {
    await navigator.clipboard.writeText(link)
    toast({ title: 'Link copied', tone: 'positive' })
  } catch {
    // The clipboard is closed to pages without https, and to those that the person has forbidden it.
    toast({ title: 'Error', description: `The link could not be copied: ${link}`, tone: 'danger' })
  }
}
