/**
 * Returns the value that an object has under a name that a user has chosen; undefined if there is none. An index alone would also find
 * `constructor` and `toString`, which every plain object inherits.
 */
export const ownValue = <Value>(from: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(from, name) ? from[name] : undefined
