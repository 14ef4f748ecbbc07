import type { MarkdownContext } from '../../../../content/markdown/render.ts'
import { languageNamed } from '../../../../messaging/words/languages.ts'
import { SYSTEM_GROUPS, type SystemGroup } from '../../../../state/groups/system.ts'
import type { Row } from '../../../exports/archive/column.ts'
import { ArchiveError } from '../../archive.ts'
import { systemGroupRow } from '../reading/accounts.ts'
import { AttachedFiles } from '../reading/attached-files.ts'
import { accountRecord } from '../reading/avatars.ts'
import { CustomEmojiList } from '../reading/custom-emoji.ts'
import type { Fields } from '../reading/fields.ts'
import { profileRecords } from '../reading/profile-values.ts'
import type { ArchiveRecord, Reader, Reading, ReadingContext } from '../reading/reader.ts'
import { Texts, textOf } from '../reading/texts.ts'
import { timeText } from '../reading/times.ts'
import type { SourceFile } from '../source/source.ts'
import { MattermostChannels } from './channels.ts'
import { linesOf, readLists } from './lines.ts'
import type { MattermostNames } from './markdown.ts'
import { MattermostMessages } from './messages.ts'
import { MattermostPeople } from './people.ts'

const REALM = 1
const URL_OF_FORMER = 'https://mattermost.invalid'
/** Folders that the paths of lines may leave out. */
const FOLDERS = ['', 'data/']

/** Reads the bulk exports of Mattermost (docs/import-formats.md). */
export const mattermostReader: Reader = {
  name: 'mattermost',
  title: 'Mattermost',
  recognize: (source) => linesOf(source) !== undefined,
  read,
}

async function read(context: ReadingContext): Promise<Reading> {
  const { source, report } = context
  const lines = linesOf(source)
  if (lines === undefined)
    throw new ArchiveError('This is no archive of Mattermost: it has no file of lines.')
  const root = lines.name.slice(0, lines.name.lastIndexOf('/') + 1)
  const fileAt = (path: string): SourceFile | undefined =>
    path === ''
      ? undefined
      : FOLDERS.map((folder) => source.files.get(root + folder + path.replace(/^\.?\//, ''))).find(Boolean)
  const lists = await readLists(lines, context)
  const texts = new Texts(report)
  const people = new MattermostPeople(context, texts)
  const channels = new MattermostChannels(context, texts)
  for (const team of wantedTeams(lists.team, context)) channels.addTeam(team)
  for (const channel of lists.channel) channels.addChannel(channel)
  for (const user of lists.user) {
    const account = people.add(user, fileAt)
    if (account !== undefined) channels.addMember(account, user)
  }
  for (const bot of lists.bot) people.addBot(bot, fileAt)
  const emoji = new CustomEmojiList(context, REALM)
  const emojiIds = await addEmoji(emoji, lists.emoji, fileAt)
  const files = new AttachedFiles(context, REALM, source.files)
  const namesOf = (team: string): MattermostNames => ({
    person: (username) => {
      const person = people.get(username)
      return person && `@**${person.name}|${person.id}**`
    },
    channel: (name) => {
      const channel = channels.named(team, name)
      return channel && `#**${channel.name}**`
    },
    isCustomEmoji: (name) => emoji.byName(name) !== undefined,
  })
  const messages = new MattermostMessages({
    ...{ context, lines, people, channels, emojiIds, files, texts, namesOf, fileAt },
  })
  for (const direct of lists.direct_channel) messages.addDirect(direct)
  await messages.survey()
  const accounts = people.rows(messages.began)
  const namesById = new Map(accounts.map((row) => [Number(row.id), String(row.full_name)]))
  const markdown = {
    hosts: [new URL(URL_OF_FORMER).host],
    userByName: () => [],
    userById: (id: number) => (namesById.has(id) ? { id, fullName: namesById.get(id)! } : undefined),
    channelByName: (name: string) => channels.byName(name),
    emojiByName: emoji.byName,
    inlineImagePreview: false,
    ...(context.mediaSource && { imageSource: context.mediaSource, mediaProxy: context.mediaSource }),
  } as unknown as MarkdownContext
  const language = languageNamed('en').code
  const began = timeText(messages.began)
  const { teams } = channels

  async function* records(): AsyncGenerator<ArchiveRecord> {
    yield {
      table: 'realm',
      row: {
        name: teams.length === 1 ? teams[0]!.title : 'Imported from Mattermost',
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
    yield* rowsOf('channel_folder', channels.folderRows())
    yield* rowsOf('channel', channels.rows(markdown, namesOf, messages.began, messages))
    yield* rowsOf('subscription', channels.subscriptionRows())
    yield* rowsOf('subscription_span', messages.spans.rows())
    yield* messages.records(markdown, language)
    yield* files.records()
    yield* messages.followed()
    yield* people.statusRecords(emojiIds)
    yield* profileRecords(['Position', 'User name'], people.profiles, texts, markdown)
    yield* emoji.records(() => false)
  }

  const label = teams.length === 1 ? teams[0]!.name : 'mattermost'
  return { realm: { id: REALM, subdomain: label.replace(/[^a-z0-9-]/g, ''), url: URL_OF_FORMER }, records }
}

/** The teams that the caller wants; all when none is named. Throws `ArchiveError` for an unknown one. */
function wantedTeams(
  given: readonly Fields[],
  { teams: wanted = [], report }: ReadingContext,
): readonly Fields[] {
  const known = new Set<string>()
  const teams = given.filter(({ name }) => {
    const key = textOf(name).toLowerCase()
    const isNew = key !== '' && !known.has(key)
    if (!isNew) report.leftOut('teams without a name of their own', textOf(name))
    known.add(key)
    return isNew
  })
  const names = teams.map(({ name }) => textOf(name))
  if (names.length === 0) throw new ArchiveError('The archive of Mattermost has no team.')
  for (const name of wanted) {
    if (names.includes(name)) continue
    const some = names.slice(0, 20).join(', ')
    throw new ArchiveError(`The archive has no team ${JSON.stringify(name.slice(0, 64))}; it has ${some}.`)
  }
  if (wanted.length === 0) {
    if (names.length > 1) {
      report.changed(
        'several teams become one organization, each with a folder of channels',
        names.join(', '),
        names.length,
      )
    }
    return teams
  }
  for (const name of names) if (!wanted.includes(name)) report.leftOut('teams that were not asked for', name)
  return teams.filter(({ name }) => wanted.includes(textOf(name)))
}

/** Adds the custom emoji. Returns their ids by their names in the archive. */
async function addEmoji(
  list: CustomEmojiList,
  given: readonly Fields[],
  fileAt: (path: string) => SourceFile | undefined,
): Promise<ReadonlyMap<string, number>> {
  const ids = new Map<string, number>()
  for (const [index, emoji] of given.entries()) {
    const id = index + 1
    const name = textOf(emoji.name)
    await list.add({ id, name, file: fileAt(textOf(emoji.image)), author: null, isDeactivated: false })
    if (list.has(id) && !ids.has(name)) ids.set(name, id)
  }
  return ids
}

function* rowsOf(table: string, rows: Iterable<Row>): Generator<ArchiveRecord> {
  for (const row of rows) yield { table, row }
}
