/** What a provider says about the person who has logged in there. */
export interface ExternalPerson {
  /** How identities name the provider. */
  readonly issuer: string
  /** The person at the provider. It never changes. */
  readonly subject: string
  /** Undefined unless the provider says that the address is confirmed. */
  readonly email: string | undefined
  /** Why there is no address; undefined when there is one. */
  readonly noEmail?: NoEmail | undefined
  /** Empty when the provider names none. */
  readonly fullName: string
  /** What else the provider says. */
  readonly attributes: PersonAttributes
}

/** Why a provider's person has no address that counts. */
export interface NoEmail {
  /** `missing`: the provider tells no address at all. */
  readonly kind: 'missing' | 'not confirmed'
  /** What the operator sets at the provider, or here. */
  readonly advice: string
}

/** What a provider says about a person besides name and address. */
export interface PersonAttributes {
  /**
   * Whether the person is in the provider's group; undefined when the provider does not say which groups the
   * person has.
   */
  isIn(group: string): boolean | undefined
  /** The value of a claim or attribute; empty text when it is empty, undefined when there is none. */
  valueOf(name: string): string | undefined
}
