/**
 * What each field of a record is worth in an entry of the log that does not have it, because the process that wrote the
 * entry is of a former version: what its row holds then, the default of its column. `First` names the fields of the
 * first version, which every entry has; the type asks for each that came later.
 */
export type LaterFields<Fields, First extends keyof Fields> = {
  readonly [Name in Exclude<keyof Fields, First>]-?: Fields[Name]
}
