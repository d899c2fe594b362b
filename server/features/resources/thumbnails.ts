import type { FileType } from '#contract/files/file-types.ts'

// Twice what a card shows, for screens with two dots for each.
const maxSidePixels = 480
// Phone cameras make pictures of this size; decoded at 16 bits without strips it needs 450 MB.
const maxPixels = 50_000_000
const quality = 78

const pictures = new Set<FileType>(['jpg', 'jpeg', 'png', 'gif', 'webp'])

/** Whether a small picture is made of files of this kind. A drawing (svg) is small itself. */
export const hasThumbnailOf = (type: FileType) => pictures.has(type)

/** A small WebP of a picture, upright and without metadata; null when the picture cannot be read. */
export const drawThumbnail = async (picture: Buffer): Promise<Buffer | null> => {
  // Loaded when first needed: 20 MB of code would delay the start.
  const { default: sharp } = await import('sharp')
  // No picture is drawn twice, and one core stays free for requests.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp(picture, { limitInputPixels: maxPixels, sequentialRead: true })
    .autoOrient()
    .resize(maxSidePixels, maxSidePixels, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer()
    .catch(() => null)
}
