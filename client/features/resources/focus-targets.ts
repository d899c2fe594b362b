import type { ResourceCategory } from '#contract/resources/categories.ts'

/** Of the link on a file's title, to which the focus returns from the file. */
export const fileLinkId = (id: string) => `file-${id}`

/** Of the button that expands a folder. */
export const folderButtonId = (id: string) => `folder-${id}`

/** Of a category's card, which gets the focus when the folder that had it is deleted. */
export const cardId = (category: ResourceCategory) => `category-${category}`
