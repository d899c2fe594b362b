/**
 * The value that an object has under a name which someone has chosen; undefined where it has none. Every plain object answers to `constructor` and
 * `toString`, which an index alone would find.
 */
export const ownValue = <Value>(from: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(from, name) ? from[name] : undefined
