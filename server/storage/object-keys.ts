/** The key of an upload until it is registered. */
export const uploadKey = (upload: { id: string }) => `uploads/${upload.id}`

/** The key of a registered file. */
export const fileKey = (objectKey: string) => `files/${objectKey}`

/** The key of the picture that browsers show in place of a file that they cannot read. */
export const previewKey = (objectKey: string) => `previews/${objectKey}`

/** The key of its thumbnail. */
export const thumbnailKey = (objectKey: string) => `thumbnails/${objectKey}`
