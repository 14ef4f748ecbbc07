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
  /** The button that shows the filters on a phone, with the number of those that are set. */
  readonly filters: (n: number) => string
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
  /** A wrong password for an account. */
  readonly refusedLogIn: (who: string, from: string) => string
  /** `who`: undefined where no account is known. `reason`: a text of `refusals`. */
  readonly refusedOtherwise: (
    who: string | undefined,
    how: string,
    from: string,
    reason: string | undefined,
  ) => string
  /** Device, address and method of a log-in. The method is undefined in entries of former versions. */
  readonly loggedInFrom: (device: string, address: string, method: string | undefined) => string
  /** Ways to log in that are no providers, by their names in the log. */
  readonly methods: Readonly<Record<string, string>>
  /** Why a log-in was refused, by the code of the error. */
  readonly refusals: Readonly<Record<string, string>>
  readonly endedSessions: (who: string, name: string) => string
  readonly endedAllSessions: (who: string) => string
  /** A message of a provider that should end sessions, such as a forged one. */
  readonly refusedLogOut: (provider: string, from: string) => string
  /** `person`: whom the provider has identified; undefined for nobody. */
  readonly tried: (who: string, provider: string, person: string | undefined) => string
  readonly subscribed: (who: string, people: string, channel: string) => string
  readonly unsubscribed: (who: string, people: string, channel: string) => string
  readonly since: string
  readonly until: string
  readonly exported: (who: string, name: string) => string
  readonly erased: (who: string, name: string) => string
  readonly merged: (who: string, name: string, into: string) => string
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
