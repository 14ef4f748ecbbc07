/** A provider of log-ins that the organization has set up. */
export interface LogInProvider {
  readonly id: number
  /** What it speaks, such as `openid`. */
  readonly kind: string
  /** Its name in addresses, which never changes. */
  readonly name: string
  /** The name on its button. */
  readonly displayName: string
  readonly isEnabled: boolean
  /** The settings of its kind, without secrets. */
  readonly settings: Readonly<Record<string, unknown>>
  /** The secret settings in base64, encrypted with a key derived from SECRET_KEY; null without any. */
  readonly secrets: string | null
}
