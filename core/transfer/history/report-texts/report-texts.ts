import type { Kind, NoteText, ROW_REASONS } from '../../imports/from/reading/note-texts.ts'

/** The texts of reports, in English as reports store them. */
export type ReportText = Kind | (typeof ROW_REASONS)[number] | NoteText

/**
 * Sentences about why an import failed, and the reasons that stand in the place `{reason}`. Other reasons
 * stay in English.
 */
export const FAILURE_TEXTS = [
  'This is no archive of {products}.',
  'The archive is broken: {reason}.',
  'The archive is refused: {reason}.',
  'The archive is from a newer Loquat: {reason}.',
  'The archive lacks {name}.',
  'The archive of Mattermost has no team.',
  'Nobody in the archive has the e-mail address of your account, and nobody else can own the organization. Change your address here to the one that you had there.',
  'A bot in the archive has the e-mail address of your account. Change your address here.',
  'The files of the archive take {size} MiB, and an organization may have {limit} MiB on this server.',
  'The files of the archive take {size} MiB, and the server has less room for files.',
  'an entry of {name} is too large',
  'an entry of {name} is nested too deeply',
  'it has {name} twice',
  'it has more than {limit} entries',
  'it unpacks to more than {limit} GiB',
  'it unpacks to more than {limit} times its size',
  'reading it takes more than {limit} MiB of memory',
  '{name} has a line that is no JSON',
  '{name} is a link or a device',
  '{name} is cut',
  '{name} is cut or no JSON',
  '{name} is encrypted',
  '{name} is no BSON',
  '{name} is no JSON',
  '{name} leads out of it',
  '{name} uses an unknown compression',
  'it has several exports, {first} and {second}',
  'it has the archive {name} in it; unpack it and import that one',
  'it is one part of several; join them first',
  'it is packed with {format}; only ZIP, tar and tar.gz can be read',
  'the program that packed it writes no ZIP64, which a ZIP of this size or with this many files needs; unpack it, and pack the folder again with another program or as tar.gz',
  'its entries overlap',
  '{name} is packed with {method}; pack it again with Deflate',
  '{name} is stored with holes or in parts; pack it again without them',
] as const

export type FailureText = (typeof FAILURE_TEXTS)[number]
