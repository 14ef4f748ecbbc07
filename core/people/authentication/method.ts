import type { ProviderRules } from '../../../config/log-in-provider.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Language } from '../../platform/text/languages.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { LoginOrigin } from '../credentials/audit-login.ts'
import type { PasskeyPage } from '../second-factors/passkeys.ts'
import type { ExternalPerson } from './person.ts'

/** The organization in which somebody logs in, and the browser. */
export interface Site {
  readonly core: Core
  readonly realm: RealmState
  /** The address of the organization, without a slash at its end. */
  readonly url: string
  /** Where the person is, for the audit log. */
  readonly from: LoginOrigin
  /** The language that the person has chosen in this browser, which a new account gets. */
  readonly language?: Language | undefined
  /**
   * The page in the browser. Its `browser` is a secret that only this browser has, to which a step binds its
   * state. It is not a session: nobody is logged in.
   */
  readonly page: PasskeyPage
}

/** A method on the log-in page. The gateway draws it. */
export type Offer =
  /** Fields and a button. The form goes to the step with this name. */
  | {
      readonly kind: 'form'
      readonly step: string
      readonly button: string
      readonly fields: readonly OfferedField[]
      /** The path of the page for people who have forgotten their password. */
      readonly forgottenPath?: string
    }
  /** A button that leads to the step with this name. The step redirects to a provider. */
  | { readonly kind: 'button'; readonly step: string; readonly text: string; readonly icon: string | null }
  /**
   * A button whose script asks the browser for a passkey and sends the answer to the step, as the field
   * `response`. `options` are of the type PublicKeyCredentialRequestOptionsJSON.
   */
  | { readonly kind: 'passkey'; readonly step: string; readonly text: string; readonly options: object }

/** A field of a form, with the names that password managers know. */
export interface OfferedField {
  readonly name: string
  readonly label: string
  readonly type: 'text' | 'email' | 'password'
  readonly autocomplete: string
}

/** Where the browser goes after the log-in. */
export interface Destination {
  /** A path of this organization; empty for the start page. */
  readonly next: string
  /** The one-time pad of the mobile app that opened the browser. */
  readonly otp?: string | undefined
  /** The AES key of the desktop app that opened the browser, as hexadecimal digits. */
  readonly desktopKey?: string | undefined
  /** The owner who only tries the method (`trial.ts`): nobody is logged in, and nothing changes. */
  readonly trial?: UserId | undefined
}

/** One request of a browser, app or terminal to a step. */
export interface StepInput extends Site {
  /** Fields of the form, or parameters of the address. */
  readonly values: StepValues
  readonly destination: Destination
  /** The connection, for methods that trust a proxy; undefined where nobody reads its headers. */
  readonly connection?: Connection
}

/** A connection to this server, perhaps of a proxy. */
export interface Connection {
  /** The address that it comes from, which nobody can forge: the proxy's, if there is one. */
  readonly peer: string
  /** The values of a header, by its name in lower case. Anybody can send any header. */
  header(name: string): readonly string[]
}

export interface StepValues {
  get(name: string): string | undefined
}

/** What a method needs to end a person's session at its provider when the person logs out here. */
export interface ProviderSession {
  /** The name of the method. */
  readonly method: string
  /**
   * At most MAX_PROVIDER_SESSION_LENGTH characters, which only the method reads; undefined where it would be
   * longer.
   */
  readonly kept?: string | undefined
  /** The hash of the provider's name for its session; undefined where it has none. */
  readonly session?: string | undefined
}

/** One session at a provider that has ended there. */
export interface EndedThere {
  readonly user: UserId
  /** As `ProviderSession.session`. */
  readonly session: string
}

/** What follows a provider's message that a session has ended there. */
export interface LogOutHere {
  /** Where the browser goes on; undefined when the provider itself has asked, without a browser. */
  readonly to?: string
  /**
   * The session that has ended at the provider; the caller ends the sessions here that began in it.
   * Undefined: nothing is left to end.
   */
  readonly ended?: EndedThere | undefined
}

/** Somebody has proved to be this user of the organization. */
export interface Proof {
  readonly user: UserRecord
  /** `two`: the method itself checks two factors, so no further one is asked for. */
  readonly factors: 'one' | 'two'
  /** How the audit log names the method. `runStep` fills it in. */
  readonly method?: string
  /** Where a log-out here also ends a session there. */
  readonly atProvider?: ProviderSession | undefined
  /** Hours after which the session ends, if the organization does not end it before; 0 for no such end. */
  readonly sessionHours?: number
}

export type StepResult =
  /** `destination`: the one of the step that began the log-in, when the browser has been elsewhere since. */
  | ({ readonly kind: 'proven'; readonly destination?: Destination } & Proof)
  /** The browser goes on at this address, such as a provider's log-in page. */
  | { readonly kind: 'redirect'; readonly to: string }

/** A provider has logged somebody in. `runStep` finds the account. */
export interface Identified {
  readonly kind: 'identified'
  readonly person: ExternalPerson
  /** The rules of the provider. */
  readonly rules: ProviderRules
  /** The one of the step that began the log-in, as in `StepResult`. */
  readonly destination?: Destination
  /**
   * Where log-outs are shared: the name by which the provider may end sessions of the person, undefined when
   * that is the subject alone; the name of its session, if it has one; and what the method keeps to end the
   * session there.
   */
  readonly session?: {
    readonly name: string | undefined
    readonly session: string | undefined
    readonly kept: string
  }
}

/**
 * A step from the sent values to the next step, to a person of a provider, or to a proof. It may keep state
 * of its own, which expires and works once. It throws an ApiError with the sentence for the person:
 * AUTHENTICATION_FAILED for a wrong proof, USER_DEACTIVATED for a right one of a deactivated account. The
 * caller limits attempts.
 */
export type Step = (input: StepInput) => Promise<StepResult | Identified>

/** A way to log in. Each is one folder, and `methods.ts` lists them. */
export interface AuthenticationMethod {
  /** Lower-case letters, digits and hyphens. Forms send it as `method`. */
  readonly name: string
  /** The text of its button in apps. */
  readonly displayName: string
  /** The address of its picture; null for none. */
  readonly icon: string | null
  /** The name in the organization's setting `authentication_methods`; undefined: it is always enabled. */
  readonly settingName?: string
  /** Its names in `authentication_methods` of GET /server_settings, which old clients know. */
  readonly wireNames: readonly string[]
  /**
   * Whether apps list it in `external_authentication_methods` and open it in a browser. Its step `begin`
   * redirects, and the browser comes back to `/login/with/<name>/callback`, which is its step `callback`. A
   * provider that posts there, without the cookies of this site, reaches the step `receive`.
   */
  readonly isExternal: boolean
  /** How the identities of its people name the provider; undefined without a provider. */
  readonly issuer?: string
  /**
   * Hours after the last log-in with this method after which the API key of the person ends; undefined:
   * never.
   */
  readonly keyHours?: number | undefined
  /** Whether the organization requires this method of a person. */
  isRequiredFor?(user: Pick<UserRecord, 'deliveryEmail' | 'role' | 'isBot'>): boolean
  /**
   * The address whose attempts are counted, for methods that a stranger can guess at. The limits of passwords
   * apply.
   */
  guessesAt?(values: StepValues): string
  /**
   * Checks a name and password that an app sends to POST /fetch_api_key. Throws AUTHENTICATION_FAILED for a
   * wrong one. Absent where people type no password here.
   */
  checkPassword?(at: Pick<Site, 'core' | 'realm' | 'from'>, login: string, password: string): Promise<Proof>
  /**
   * The address that ends the session at the provider, for the browser that logs out here. `kept`: of the
   * proof. Undefined when the provider has none or does not answer; the log-out here never waits for a
   * repair.
   */
  logOutThere?(site: Pick<Site, 'core' | 'url'>, kept: string): Promise<string | undefined>
  /**
   * Ends all sessions of the person whom a signed message of the provider names, or returns the one session
   * that it names. Throws an ApiError for any other message. `message`: the fields of the request; `query`:
   * the query as it was sent.
   */
  logOutHere?(
    site: Pick<Site, 'core' | 'realm' | 'url'>,
    message: StepValues,
    query: string,
  ): Promise<LogOutHere>
  /** What this server tells the provider about itself, as XML; `url` is the address of the organization. */
  metadata?(url: string): Promise<string>
  offers(site: Site): readonly Offer[]
  readonly steps: Readonly<Record<string, Step>>
}
