/** `newest` sorts by when the file or its details last changed; `downloads` has the most downloaded files first. */
export const resourceSorts = ['title', 'newest', 'downloads'] as const

export type ResourceSort = (typeof resourceSorts)[number]
