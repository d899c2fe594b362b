import { type ResourceCategory, resourceCategories } from '#contract/resources.ts'

/** The category that an address asks for; null for all, and for one that is not known. */
export const readCategory = (search: URLSearchParams): ResourceCategory | null => {
  const asked = search.get('category')
  return resourceCategories.find((category) => category === asked) ?? null
}
