/** Returns these fields of an object, such as the columns of a table that a statement is to read. */
export const pick = <T extends object, Name extends keyof T>(from: T, ...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, Name>
