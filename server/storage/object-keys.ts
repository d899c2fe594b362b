/** Where the store keeps the bytes of an upload that is on its way. */
export const uploadKey = (upload: { id: string }) => `uploads/${upload.id}`

/** Where it keeps a file that has been checked. */
export const fileKey = (objectKey: string) => `files/${objectKey}`

/** Where it keeps the small picture of one. */
export const thumbnailKey = (objectKey: string) => `thumbnails/${objectKey}`
