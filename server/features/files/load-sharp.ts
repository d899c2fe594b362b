/** Loads sharp when it is first needed, since its 20 MB of code would delay the start. */
export const loadSharp = async () => {
  const { default: sharp } = await import('sharp')
  // No picture is drawn twice, so a cache is useless. With one thread, a core stays free for requests.
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp
}
