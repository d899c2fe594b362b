import type { ResourceCategory } from '#contract/resources/categories.ts'

/** The id of the link on a file's title, to which the focus returns when the file is closed. */
export const fileLinkId = (id: string) => `file-${id}`

/** The id of the button that expands a folder. */
export const folderButtonId = (id: string) => `folder-${id}`

/** The id of a category's card, which gets the focus when the focused folder is deleted. */
export const cardId = (category: ResourceCategory) => `category-${category}`
