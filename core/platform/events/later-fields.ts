/**
 * Default values of fields that an entry of the log lacks because a former version wrote it: the defaults of
 * their columns. `First` names the fields of the first version, which every entry has; the type requires a
 * default for every later field.
 */
export type LaterFields<Fields, First extends keyof Fields> = {
  readonly [Name in Exclude<keyof Fields, First>]-?: Fields[Name]
}
