import type { Resource } from '#contract/resources/resources.ts'

/** Where a page finds a file to show, or its small picture. Another one once it has changed: a page asks for none twice. */
export const objectAddress = ({ filePath, updatedAt }: Resource, part: 'whole' | 'thumbnail' = 'whole') => {
  const query = new URLSearchParams({ at: updatedAt })
  if (part === 'thumbnail') query.set('thumbnail', '')
  return `/objects/${filePath}?${query}`
}
