/** The key of an upload until it is registered. */
export const uploadKey = (upload: { id: string }) => `uploads/${upload.id}`

/** The key of a registered file. */
export const fileKey = (objectKey: string) => `files/${objectKey}`

/** The key of its thumbnail. */
export const thumbnailKey = (objectKey: string) => `thumbnails/${objectKey}`
