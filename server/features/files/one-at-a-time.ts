/** Returns a function that does pieces of work one after the other, for work that fills a CPU core or much memory. */
export const oneAtATime = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
