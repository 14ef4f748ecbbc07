/** What a provider says about the person who has logged in there. */
export interface ExternalPerson {
  /** The provider, as it calls itself. */
  readonly issuer: string
  /** The person at the provider. It never changes. */
  readonly subject: string
  /** Undefined unless the provider says that the address is confirmed. */
  readonly email: string | undefined
  /** Empty when the provider names none. */
  readonly fullName: string
}
