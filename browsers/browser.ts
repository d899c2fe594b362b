/** An element of a page, as the driver of its browser refers to it. */
export interface Element {
  /** Clicks the element with the mouse. */
  press(): Promise<void>
  /** Chooses an option of a select by its label. */
  chooseOption(label: string): Promise<void>
  /** Enters a day, such as `2026-12-01`, by the keyboard in a date field that already has a value. */
  enterDay(day: string): Promise<void>
  /** Chooses a local file in a file field. */
  chooseFile(path: string): Promise<void>
}

/** A browser without a session, with one page. Both drivers implement this interface. */
export interface Browser {
  goto(address: string): Promise<void>
  reload(): Promise<void>
  back(): Promise<void>
  setCookie(cookie: { name: string; value: string; url: string }): Promise<void>
  /** Runs a function in the page with JSON values as its arguments, and returns its result. */
  evaluate<Args extends readonly unknown[], T>(run: (...args: Args) => T, ...args: Args): Promise<Awaited<T>>
  /** Returns the element that a function in the page returns; null when it returns none. */
  find<Args extends readonly unknown[]>(
    run: (...args: Args) => object | null,
    ...args: Args
  ): Promise<Element | null>
  /** Types into the element that has the focus. */
  type(text: string): Promise<void>
  pressKey(key: 'Enter' | 'Escape' | 'End'): Promise<void>
  /** Sets the size of the page in CSS pixels, as exactly as the browser allows. */
  setSize(width: number, height: number): Promise<void>
  /** Takes a picture of the visible part of the page, as a PNG. */
  screenshot(): Promise<Buffer>
  /** The home folder of the browser, deleted after the browser closes. */
  home: string
  /** The folder in which the browser stores downloads. */
  downloads: string
  version(): Promise<string>
  close(): Promise<void>
}

/** A kind of browser. */
export interface Engine {
  name: 'Firefox' | 'WebKitGTK'
  /** Opens a browser that shares nothing with others. `home` is its home folder and contains its downloads. */
  open(home: string): Promise<Browser>
  close(): Promise<void>
}
