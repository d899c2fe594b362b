/** Loaded when first needed: 20 MB of code would delay the start. */
export const loadSharp = async () => {
  const { default: sharp } = await import('sharp')
  // No picture is drawn twice, and one core stays free for requests.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
