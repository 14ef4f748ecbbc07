import type { Answer } from '../client/index.ts'

type AuditKind = Answer<'GET /audit_log'>['entries'][number]['kind']

/** The changed object, as a sentence names it. */
export interface AuditObject {
  readonly kind: AuditKind
  readonly name: string
}

/** The texts of the audit log in one language. */
export interface AuditTexts {
  readonly hint: string
  readonly list: string
  readonly none: string
  readonly noneHint: string
  readonly everybody: string
  readonly everything: string
  readonly by: string
  readonly kind: string
  readonly older: string
  readonly csv: string
  readonly csvIsMade: string
  readonly csvName: string
  readonly csvColumns: readonly string[]
  /** Who has made a change without an acting user. */
  readonly server: string
  readonly kinds: Readonly<Record<AuditKind, string>>
  readonly created: (who: string, what: AuditObject) => string
  readonly loggedIn: (who: string, from: string) => string
  readonly refusedLogIn: (who: string, from: string) => string
  /** Device and address of a log-in. */
  readonly loggedInFrom: (device: string, address: string) => string
  readonly subscribed: (who: string, people: string, channel: string) => string
  readonly unsubscribed: (who: string, people: string, channel: string) => string
  readonly since: string
  readonly until: string
  readonly exported: (who: string, name: string) => string
  readonly erased: (who: string, name: string) => string
  readonly removed: (who: string, what: AuditObject) => string
  readonly ended: (who: string, what: AuditObject) => string
  readonly returned: (who: string, what: AuditObject) => string
  /** `values`: undefined where the log has none. */
  readonly changed: (
    who: string,
    what: AuditObject,
    property: string,
    values: { readonly before: string; readonly after: string } | undefined,
  ) => string
  readonly moved: (who: string, list: string) => string
  readonly added: (who: string, members: string, to: AuditObject) => string
  readonly taken: (who: string, members: string, from: AuditObject) => string
  readonly on: string
  readonly off: string
  readonly empty: string
  readonly text: (value: string) => string
  readonly roles: Readonly<Record<number, string>>
  /** The properties that are no settings of the organization or of users. */
  readonly properties: Readonly<Record<string, string>>
}
