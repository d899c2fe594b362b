/** Returns the key of an upload until it is registered. */
export const uploadKey = (upload: { id: string }) => `uploads/${upload.id}`

/** Returns the key of a registered file. */
export const fileKey = (objectKey: string) => `files/${objectKey}`

/** Returns the key of the picture that is shown instead of a file that browsers cannot read. */
export const previewKey = (objectKey: string) => `previews/${objectKey}`

/** Returns the key of a file's thumbnail. */
export const thumbnailKey = (objectKey: string) => `thumbnails/${objectKey}`
