/** An element of a page, as the driver of its browser refers to it. */
export interface Element {
  /** Presses it with the mouse. */
  press(): Promise<void>
  /** Chooses an option of a select by its label. */
  chooseOption(label: string): Promise<void>
  /** Enters a day, such as `2026-12-01`, in a date field that has one, by the keyboard. */
  enterDay(day: string): Promise<void>
  /** Chooses a file of this machine in a file field. */
  chooseFile(path: string): Promise<void>
}

/** One browser without a session, with one page: what the two drivers have in common. */
export interface Browser {
  goto(address: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  setCookie(cookie: { name: string; value: string; url: string }): Promise<void>
  /** Runs a function in the page with values of JSON and returns its result. */
  evaluate<Args extends readonly unknown[], T>(run: (...args: Args) => T, ...args: Args): Promise<Awaited<T>>
  /** The element that a function in the page returns; null when it returns none. */
  find<Args extends readonly unknown[]>(
    run: (...args: Args) => object | null,
    ...args: Args
  ): Promise<Element | null>
  /** Types into what has the focus. */
  type(text: string): Promise<void>
  pressKey(key: 'Enter' | 'Escape' | 'End'): Promise<void>
  /** The size of the page in CSS pixels, as nearly as the browser allows. */
  setSize(width: number, height: number): Promise<void>
  /** The visible part of the page, as a PNG. */
  screenshot(): Promise<Buffer>
  /** Its home folder, deleted after it. */
  home: string
  /** Where it stores downloads. */
  downloads: string
  version(): Promise<string>
  close(): Promise<void>
}

/** A kind of browser. */
export interface Engine {
  name: 'Firefox' | 'WebKitGTK'
  /** Opens a browser that knows nothing of the others. Its home, with its downloads, is the folder. */
  open(home: string): Promise<Browser>
  close(): Promise<void>
}
