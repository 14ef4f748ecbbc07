/**
 * The types of custom profile fields (spec.md "Custom profile field definition") and their names for clients.
 */
export const FIELD_TYPES = {
  SHORT_TEXT: { id: 1, name: 'Text (short)' },
  LONG_TEXT: { id: 2, name: 'Text (long)' },
  SELECT: { id: 3, name: 'List of options' },
  DATE: { id: 4, name: 'Date' },
  URL: { id: 5, name: 'Link' },
  USER: { id: 6, name: 'Users' },
  EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  PRONOUNS: { id: 8, name: 'Pronouns' },
} as const

export type FieldType = (typeof FIELD_TYPES)[keyof typeof FIELD_TYPES]['id']

export const isFieldType = (code: number): code is FieldType =>
  Object.values(FIELD_TYPES).some((type) => type.id === code)

/** Whether values of this type are Markdown. */
export const isMarkdown = (type: FieldType): boolean =>
  type === FIELD_TYPES.SHORT_TEXT.id || type === FIELD_TYPES.LONG_TEXT.id

/** Whether a profile summary can show the type. Long texts and lists do not fit. */
export const fitsSummary = (type: FieldType): boolean =>
  type !== FIELD_TYPES.LONG_TEXT.id && type !== FIELD_TYPES.USER.id

/** External accounts whose URL pattern is built in. */
export const EXTERNAL_ACCOUNTS: Readonly<
  Record<string, { text: string; url_pattern: string; name: string; hint: string }>
> = {
  github: {
    text: 'GitHub',
    url_pattern: 'https://github.com/%(username)s',
    name: 'GitHub username',
    hint: '',
  },
  mastodon: {
    text: 'Mastodon',
    url_pattern: 'https://mastodon.social/@%(username)s',
    name: 'Mastodon username',
    hint: '',
  },
  twitter: {
    text: 'Twitter',
    url_pattern: 'https://twitter.com/%(username)s',
    name: 'Twitter username',
    hint: '',
  },
}
