import { fill } from '../../../../platform/text/translate.ts'

/** The kinds of things that reports count. */
export const KINDS = [
  'people and bots',
  'groups',
  'channel folders',
  'channels',
  'subscriptions',
  'conversations',
  'messages',
  'personal flags of messages',
  'reactions',
  'votes and tasks',
  'files',
  'drafts',
  'snippets',
  'scheduled messages',
  'alert words',
  'topic policies',
  'muted people',
  'statuses',
  'profile fields',
  'values of profile fields',
  'webhooks of bots',
  'linkifiers',
  'playgrounds',
  'custom emoji',
  'domains',
  'avatars',
] as const

export type Kind = (typeof KINDS)[number]

/** Reasons for rows that an import has no use for, in the place `{reason}` of a note. */
export const ROW_REASONS = [
  'what clients asked of the former server',
  'when people were active at the former server',
  'which hints people have seen',
  'messages of the welcome bot to new people',
  'repeated by the subscriptions',
  'log-in methods are chosen anew',
  'a counter of the former server',
  'when people were last online',
  'e-mail addresses of channels are new',
  'pictures are measured anew',
  'deleted files',
  'invitations are sent anew',
  'e-mail addresses of the former server',
  'exports of the former server',
  'devices register anew',
  'repeated by the groups',
  'settings of embedded bots of the former server',
  'a table that this version does not know',
] as const

/**
 * All sentences about what an import changes or leaves out, without their full stops. Reports store them in
 * English, with the values of their places; `core/transfer/history/report-texts` has the other languages.
 */
export const NOTE_TEXTS = [
  '{kind}: it is there twice',
  '{kind}: {column} has a wrong value',
  '{kind}: {column} is not in the archive',
  '{kind}: {reason}',
  '{kind}: somebody has more than {limit}',
  '{kind}: there are more than {limit}',
  'accounts with an unknown role become members',
  'accounts with the e-mail address of another one get an internal one',
  'accounts without a usable e-mail address get an internal one',
  'accounts without an id of their own',
  'avatars that Slack does not give',
  'avatars that are no pictures',
  'avatars, which are at Slack',
  'bots of an owner that is not in the archive have none',
  'bots without a user name of their own',
  'buttons of integrations',
  'channels of other teams',
  'channels with the name of another one get a different one',
  'channels with the name of another one get a number',
  'channels without a name of their own',
  'channels without an id of their own',
  'conversations of several workspaces are one',
  'custom emoji without a picture or an id',
  'custom emoji: the token may not list them',
  'direct conversations of people who are not in the archive',
  'discussions without a room above them become channels',
  'entries of {name} that are no objects',
  'favorite direct conversations: only channels are pinned here',
  'files whose bytes are missing',
  'files stay at Slack: messages link them',
  'files that Slack does not give stay links',
  'files with a wrong path',
  'flags of messages that are not in the archive',
  'former versions of edited messages',
  'former versions of messages, and notices without a text',
  'groups that contain each other',
  'groups without an id of their own',
  'histories of more than {limit} changes keep the newest ones',
  'joins and leaves become subscriptions and not messages',
  'lines of an unknown kind',
  'links to this address lead to the new organization',
  'messages count as read unless the archive says otherwise: it does not say what these people have read',
  'messages count as read: the archive does not say who has read what',
  'messages that were deleted later',
  'messages to a place that is not in the archive',
  'days of conversations that are in no list',
  'messages without a time',
  'messages without an id',
  'names of channels that are not allowed here',
  'names of custom emoji that are not allowed here',
  'names of groups that are not allowed here',
  'names of people that are not allowed here',
  'older messages of channels with very many topics count as read for everybody',
  'open channels of teams by invitation become private',
  'other names of emoji that Slack has itself',
  'other things',
  'people that the archive does not describe become placeholders',
  'people without a user name of their own',
  'people without an e-mail address get an internal one',
  'people without an id of their own',
  'permission schemes',
  'personal settings {name} with a value that is unknown here get the default',
  'pictures of the organization that are missing or no pictures',
  'pins: messages are not pinned here',
  'policies of topics that are unknown here',
  'previews of addresses',
  'profile fields of a type that is unknown here',
  'reactions of people whom the archive does not name',
  'replies that a channel shows once more are in their thread alone',
  'roles and permissions',
  'rooms become private channels of the people who wrote in them: the archive does not say who may read them',
  'rooms of the live chat',
  'rooms without an id of their own',
  'rows of {table}',
  'rows of {table} that are no objects',
  'rows of {table}: {reason}',
  'scheduled messages that were sent already',
  'scheduled messages to a place that is not in the archive',
  'senders that the list of people lacks become deactivated accounts',
  'several teams become one organization, each with a folder of channels',
  'teams that were not asked for',
  'teams without a name of their own',
  'texts of more than {limit} characters are cut there',
  'the file {name}',
  'the named person becomes an owner',
  'the second custom emoji of a name is off',
  'the setting {name} of the organization gets the default',
  'times before 1970 or after 9999',
  'topics of more than {limit} characters are cut there',
  'values of profile fields that are not in the archive',
  'values of {name} that are not allowed here get the default',
  'visitors of the live chat',
] as const

export type NoteText = (typeof NOTE_TEXTS)[number]

export type NoteValues = Readonly<Record<string, string | number>>

/** The names of the places of a sentence. */
type Places<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Places<Rest>
  : never

/** A sentence with values for its places. */
export interface FilledNote {
  readonly template: NoteText
  readonly values: NoteValues
}

/** A sentence without places, or with values for all of them. */
export type Note = { [Text in NoteText]: Places<Text> extends never ? Text : never }[NoteText] | FilledNote

/** Returns a sentence with values for its places. */
export const note = <Text extends NoteText>(
  template: Text,
  values: Readonly<Record<Places<Text>, string | number>>,
): FilledNote => ({ template, values })

/** That something of a kind refers to what the archive does not have. */
export const missingFrom = (kind: Kind, column: string): FilledNote =>
  note('{kind}: {column} is not in the archive', { kind, column })

/** The sentence in English. */
export const englishOf = (given: Note): string =>
  typeof given === 'string' ? given : fill(given.template, given.values)
