/** Holds requests back until a test has seen what shows meanwhile. */
export const openGate = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}
