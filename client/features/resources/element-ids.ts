import type { ResourceCategory } from '#contract/resources/categories.ts'

/** Of the link on a file's title, to which the focus returns from the preview. */
export const fileLinkId = (id: string) => `file-${id}`

/** Of the button that expands a folder. */
export const folderButtonId = (id: string) => `folder-${id}`

/** Of a category's card, where the focus goes when a folder is gone that had it. */
export const cardId = (category: ResourceCategory) => `category-${category}`
