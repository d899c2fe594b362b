import type { FileType } from '#contract/files/file-types.ts'

// Twice what a card shows, for screens with two dots for each.
const maxSidePixels = 480
// What the cameras of phones make; decoded, it takes 450 MB where the format has 16 bits and cannot be read in strips.
const maxPixels = 50_000_000
const quality = 78

const pictures = new Set<FileType>(['jpg', 'jpeg', 'png', 'gif', 'webp'])

/** Whether a small picture is made of files of this kind. A drawing (svg) is small itself. */
export const hasThumbnailOf = (type: FileType) => pictures.has(type)

/** A small WebP of a picture, upright and without what the camera noted; null when the picture cannot be read. */
export const drawThumbnail = async (picture: Buffer): Promise<Buffer | null> => {
  // Loaded when first needed: the library brings 20 MB of code that a start need not wait for.
  const { default: sharp } = await import('sharp')
  // Nothing is drawn twice, and one core is left for answering.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp(picture, { limitInputPixels: maxPixels, sequentialRead: true })
    .autoOrient()
    .resize(maxSidePixels, maxSidePixels, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality })
    .toBuffer()
    .catch(() => null)
}
