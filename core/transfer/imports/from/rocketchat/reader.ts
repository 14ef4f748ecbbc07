import type { MarkdownContext } from '../../../../content/markdown/render.ts'
import { languageNamed } from '../../../../messaging/words/languages.ts'
import { SYSTEM_GROUPS, type SystemGroup } from '../../../../state/groups/system.ts'
import type { Row } from '../../../exports/archive/column.ts'
import { ArchiveError } from '../../archive.ts'
import { systemGroupRow } from '../reading/accounts.ts'
import { AttachedFiles } from '../reading/attached-files.ts'
import { accountRecord } from '../reading/avatars.ts'
import { CustomEmojiList } from '../reading/custom-emoji.ts'
import { type Fields, isFields, listOf } from '../reading/fields.ts'
import { MemoryLists } from '../reading/memory-lists.ts'
import { profileRecords } from '../reading/profile-values.ts'
import { ReactionList } from '../reading/reaction-list.ts'
import type { ArchiveRecord, Reader, Reading, ReadingContext } from '../reading/reader.ts'
import { Texts, textOf } from '../reading/texts.ts'
import { timeText } from '../reading/times.ts'
import { Collections, type Documents, keyOf } from './collections.ts'
import { GridFiles } from './grid-files.ts'
import type { RocketChatNames } from './markdown.ts'
import { RocketChatMessages } from './messages.ts'
import { RocketChatPeople } from './people.ts'
import { RoomExports } from './room-exports.ts'
import { RocketChatRooms } from './rooms.ts'

const REALM = 1
const URL_OF_FORMER = 'https://rocketchat.invalid'

/**
 * Reads the databases of Rocket.Chat that `mongodump` has written, and exports of single rooms
 * (docs/import-formats.md).
 */
export const rocketChatReader: Reader = {
  name: 'rocketchat',
  title: 'Rocket.Chat',
  recognize: (source) => Collections.find(source) !== undefined || RoomExports.recognize(source),
  read,
}

async function read(context: ReadingContext): Promise<Reading> {
  const { source, report, work } = context
  const exported = RoomExports.recognize(source) ? await RoomExports.open(context) : undefined
  const collections = exported ?? Collections.find(source)
  if (collections === undefined) {
    throw new ArchiveError('This is no archive of Rocket.Chat: it lacks users, rooms or messages.')
  }
  const memory = new MemoryLists()
  const texts = new Texts(report)
  const people = await readPeople(context, collections, texts, memory)
  const rooms = new RocketChatRooms(context, people, texts)
  rooms.addAll(await collections.list('rocketchat_room', memory))
  for await (const members of collections.read('rocketchat_subscription')) {
    for (const member of members) rooms.addMember(member)
  }
  const emoji = new CustomEmojiList(context, REALM)
  const emojiIds = await readEmoji(context, collections, emoji, memory)
  const uploads = exported ?? (await GridFiles.read(collections, 'rocketchat_uploads', work, memory))
  const files = new AttachedFiles(context, REALM, uploads.byName)
  const names: RocketChatNames = {
    person: (username) => {
      const person = people.byUsername(username)
      return person && `@**${person.name}|${person.id}**`
    },
    channel: (name) => {
      const channel = rooms.byFormerName(name)
      return channel && `#**${channel.name}**`
    },
    message: (key) => {
      const found = messages.find(key)
      return found?.channel === undefined
        ? undefined
        : `${URL_OF_FORMER}/#narrow/channel/${found.channel}-${slug(rooms.nameOf(found.channel))}/near/${found.id}`
    },
    isCustomEmoji: (name) => emoji.byName(name) !== undefined,
  }
  const plainNames: RocketChatNames = {
    person: (username) => people.byUsername(username)?.name,
    channel: (name) => rooms.byFormerName(name) && `#${rooms.byFormerName(name)!.name}`,
    message: () => undefined,
    isCustomEmoji: () => true,
  }
  const reactions = new ReactionList(context, emojiIds)
  const messages: RocketChatMessages = new RocketChatMessages({
    ...{ context, collections, people, rooms, uploads, files, reactions, texts, names, plainNames },
  })
  await messages.survey()
  const accounts = people.rows(messages.began)
  const namesById = new Map(accounts.map((row) => [Number(row.id), String(row.full_name)]))
  const markdown = {
    hosts: [new URL(URL_OF_FORMER).host],
    userByName: () => [],
    userById: (id: number) => (namesById.has(id) ? { id, fullName: namesById.get(id)! } : undefined),
    channelByName: (name: string) => rooms.byName(name),
    emojiByName: emoji.byName,
    inlineImagePreview: false,
    ...(context.mediaSource && { imageSource: context.mediaSource, mediaProxy: context.mediaSource }),
  } as unknown as MarkdownContext
  const language = languageNamed('en').code
  const began = timeText(messages.began)

  async function* records(): AsyncGenerator<ArchiveRecord> {
    yield {
      table: 'realm',
      row: {
        name: 'Imported from Rocket.Chat',
        description: '',
        created_at: began,
        settings: {},
        user_settings_defaults: {},
        full_members_at: began,
        images: {},
      },
    }
    for (const row of accounts) {
      yield accountRecord(row, people.pictureOf(Number(row.id)), REALM, context)
    }
    const groups = Object.keys(SYSTEM_GROUPS) as SystemGroup[]
    yield* rowsOf(
      'user_group',
      groups.map((name, index) => systemGroupRow(index + 1, name)),
    )
    yield* rowsOf('channel_folder', rooms.folderRows())
    yield* rowsOf('channel', rooms.rows(markdown, names, messages.began, messages))
    yield* rowsOf('subscription', rooms.subscriptionRows())
    yield* rowsOf('subscription_span', messages.spans.rows())
    yield* messages.records(markdown, language)
    yield* files.records()
    yield* profileRecords(['Biography', 'User name'], people.profiles, texts, markdown)
    yield* emoji.records(() => false)
  }

  return { realm: { id: REALM, subdomain: 'rocketchat', url: URL_OF_FORMER }, records }
}

async function readPeople(
  context: ReadingContext,
  collections: Documents,
  texts: Texts,
  memory: MemoryLists,
): Promise<RocketChatPeople> {
  const pictures = await GridFiles.read(collections, 'rocketchat_avatars', context.work, memory)
  const pictureOf = new Map<string, string>()
  for (const avatar of await collections.list('rocketchat_avatars', memory)) {
    pictureOf.set(keyOf(avatar.userId) || textOf(avatar.name), keyOf(avatar._id))
  }
  const people = new RocketChatPeople(context, texts)
  for (const user of await collections.list('users', memory)) {
    const key = pictureOf.get(keyOf(user._id)) ?? pictureOf.get(textOf(user.username))
    people.add(user, key === undefined ? undefined : pictures.get(key))
  }
  return people
}

/** Reads the custom emoji with their other names. Returns their ids by all names. */
async function readEmoji(
  context: ReadingContext,
  collections: Documents,
  list: CustomEmojiList,
  memory: MemoryLists,
): Promise<ReadonlyMap<string, number>> {
  const pictures = await GridFiles.read(collections, 'custom_emoji', context.work, memory)
  const ids = new Map<string, number>()
  let id = 0
  for (const emoji of (await collections.list('rocketchat_custom_emoji', memory)).filter(isFields)) {
    const name = textOf(emoji.name)
    const file = pictures.get(`${name}.${textOf(emoji.extension)}`)
    for (const given of [name, ...namesOf(emoji)]) {
      id += 1
      await list.add({ id, name: given, file, author: null, isDeactivated: false })
      if (list.has(id) && !ids.has(given)) ids.set(given, id)
    }
  }
  return ids
}

const namesOf = ({ aliases }: Fields): string[] => listOf(aliases).map(textOf).filter(Boolean).slice(0, 20)

const slug = (name: string): string =>
  encodeURIComponent(name).replaceAll('%', '.').replaceAll('(', '.28').replaceAll(')', '.29')

function* rowsOf(table: string, rows: Iterable<Row>): Generator<ArchiveRecord> {
  for (const row of rows) yield { table, row }
}
