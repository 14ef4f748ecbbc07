import type { MarkdownContext } from '../../../../content/markdown/render.ts'
import { languageNamed } from '../../../../messaging/words/languages.ts'
import { SYSTEM_GROUPS, type SystemGroup } from '../../../../state/groups/system.ts'
import type { Row } from '../../../exports/archive/column.ts'
import { ArchiveError } from '../../archive.ts'
import { systemGroupRow } from '../reading/accounts.ts'
import { AttachedFiles } from '../reading/attached-files.ts'
import { accountRecord } from '../reading/avatars.ts'
import { CustomEmojiList } from '../reading/custom-emoji.ts'
import { type Fields, isFields } from '../reading/fields.ts'
import { MemoryLists } from '../reading/memory-lists.ts'
import { note } from '../reading/note-texts.ts'
import { profileRecords } from '../reading/profile-values.ts'
import type { ArchiveRecord, Reader, Reading, ReadingContext } from '../reading/reader.ts'
import { Texts, textOf } from '../reading/texts.ts'
import { Times, timeText } from '../reading/times.ts'
import { jsonRows } from '../source/json-rows.ts'
import { nearest, type Source, type SourceFile } from '../source/source.ts'
import { SlackChannels } from './channels.ts'
import { addEmoji } from './emoji.ts'
import { filesByName, inParallel, SlackFiles } from './files.ts'
import { SlackMessages } from './messages.ts'
import type { SlackNames } from './names.ts'
import { SlackPeople } from './people.ts'
import { SlackSite } from './site.ts'
import { PLACES, type Workspace, Workspaces } from './workspaces.ts'

const USERS = ['users.json', 'org_users.json']
const UNUSED = [
  'integration_logs.json',
  'canvases.json',
  'file_conversations.json',
  'lists.json',
  'huddle_transcripts.json',
  'content_flags.json',
]
const REALM = 1
const URL_OF_FORMER = 'https://slack.invalid'

/** Reads the archives that Slack exports (docs/import-formats.md). */
export const slackReader: Reader = {
  name: 'slack',
  title: 'Slack',
  recognize: (source) => rootOf(source) !== undefined,
  read,
}

/** The folder of the archive, with a slash or empty; undefined when this is no archive of Slack. */
function rootOf({ files }: Source): string | undefined {
  const roots = [...files.keys()].flatMap((name) => {
    const users = USERS.find((file) => name === file || name.endsWith(`/${file}`))
    return users === undefined ? [] : [name.slice(0, -users.length)]
  })
  return nearest(roots.filter((root) => PLACES.some((name) => files.has(root + name))))
}

async function read(context: ReadingContext): Promise<Reading> {
  const { source, report } = context
  const root = rootOf(source)
  if (root === undefined) throw new ArchiveError('This is no archive of Slack: it has no users.json.')
  const texts = new Texts(report)
  const times = new Times(report)
  const workspaces = new Workspaces(source, root, texts)
  const lists = new Lists(context)
  const places = await Promise.all(
    workspaces.all.map((workspace) => Promise.all(PLACES.map((name) => lists.read(workspace.root + name)))),
  )
  const created = places.flat(2).map((place) => times.seconds(place.created, Number.POSITIVE_INFINITY))
  const began = created.reduce((least, time) => Math.min(least, time), Date.UTC(2038) / 1000)
  const people = new SlackPeople(context, texts)
  for (const user of (await readUsers(lists, workspaces.all, context)).values()) people.add(user, began)
  const channels = new SlackChannels(context, people, texts, times)
  for (const [index, [open, groups, ...direct]] of places.entries()) {
    const workspace = workspaces.all[index]!
    for (const channel of open!) channels.addChannel(channel, channel.is_private === true, workspace)
    for (const group of groups!) channels.addChannel(group, true, workspace)
    for (const conversation of direct.flat()) channels.addDirect(conversation, workspace)
  }
  for (const workspace of workspaces.all) {
    for (const [folder, days] of workspace.unused()) {
      report.leftOut('days of conversations that are in no list', workspace.root + folder, days)
    }
  }
  for (const name of UNUSED) {
    if (source.files.has(root + name)) report.leftOut(note('the file {name}', { name }))
  }
  const site = await SlackSite.open(context)
  const emoji = new CustomEmojiList(context, REALM)
  const emojiIds = await addEmoji(context, emoji, site)
  const attached = new AttachedFiles(context, REALM, filesByName(source.files, site))
  const files = new SlackFiles(context, root, attached, site)
  const messages = new SlackMessages({ context, people, channels, texts, files, emojiIds })
  const plain: SlackNames = {
    person: (id) => people.get(id)?.name,
    channel: (key) => channels.get(key) && `#${channels.get(key)!.name}`,
    message: () => undefined,
    group: messages.groupName,
    get plain() {
      return plain
    },
  }
  const names: SlackNames = {
    person: (id) => {
      const person = people.get(id)
      return person && `@**${person.name}|${person.id}**`
    },
    channel: (key) => channels.get(key) && `#**${channels.get(key)!.name}**`,
    message: (channel, ts) => {
      const id = messages.idOf(channel, ts)
      const place = channels.get(channel)
      return id === undefined || place === undefined
        ? undefined
        : `${URL_OF_FORMER}/#narrow/channel/${place.id}-${encodeURIComponent(place.name).replaceAll('%', '.').replaceAll('(', '.28').replaceAll(')', '.29')}/near/${id}`
    },
    group: messages.groupName,
    plain,
  }
  await messages.survey(names)
  await files.fetchAll()
  const pictures = await picturesOf(people, site, context)
  report.changed('messages count as read: the archive does not say who has read what', undefined, 1)
  const accounts = people.rows(began)

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

  async function* records(): AsyncGenerator<ArchiveRecord> {
    yield {
      table: 'realm',
      row: {
        name: 'Imported from Slack',
        description: '',
        created_at: timeText(began),
        settings: {},
        user_settings_defaults: {},
        full_members_at: timeText(began),
        images: {},
      },
    }
    for (const row of accounts) yield accountRecord(row, pictures.get(Number(row.id)), REALM, context)
    const groups = Object.keys(SYSTEM_GROUPS) as SystemGroup[]
    yield* rowsOf(
      'user_group',
      groups.map((name, index) => systemGroupRow(index + 1, name)),
    )
    yield* rowsOf('channel_folder', workspaces.folderRows())
    yield* rowsOf('channel', channels.rows(markdown, names, messages.firstOfChannel))
    yield* rowsOf('subscription', channels.subscriptionRows())
    yield* rowsOf('subscription_span', messages.spans.rows())
    yield* messages.records(markdown, names, language)
    yield* files.records()
    yield* profileRecords(['Title', 'Phone'], people.profiles, texts, markdown)
    yield* emoji.records(() => false)
  }

  return { realm: { id: REALM, subdomain: 'slack', url: URL_OF_FORMER }, records }
}

/** The people of all lists. The list of an organization comes last, because it says more. */
async function readUsers(
  lists: Lists,
  workspaces: readonly Workspace[],
  { report }: ReadingContext,
): Promise<ReadonlyMap<unknown, Fields>> {
  const users = new Map<unknown, Fields>()
  for (const name of USERS) {
    for (const { root } of workspaces) {
      const inList = new Set<unknown>()
      for (const user of await lists.read(root + name)) {
        const id = user.id ?? user
        if (inList.has(id)) report.leftOut('people without an id of their own', textOf(user.name))
        else users.set(id, user)
        inList.add(id)
      }
    }
  }
  return users
}

/** Fetches the pictures of people, by account. */
async function picturesOf(
  people: SlackPeople,
  site: SlackSite | undefined,
  { report }: ReadingContext,
): Promise<ReadonlyMap<number, SourceFile>> {
  const found = new Map<number, SourceFile>()
  if (site === undefined) {
    const count = people.pictures.size
    if (count > 0) report.leftOut('avatars, which are at Slack', undefined, count)
    return found
  }
  async function* all() {
    yield* people.pictures
  }
  await inParallel(all(), async ([id, address]) => {
    const picture = await site.picture(address)
    if (picture !== undefined) found.set(id, picture)
    else report.leftOut('avatars that Slack does not give', address)
  })
  return found
}

/** The small lists of an archive, in memory. */
class Lists {
  readonly #context: ReadingContext
  readonly #memory = new MemoryLists()

  constructor(context: ReadingContext) {
    this.#context = context
  }

  /** The entries of a list; none when the archive lacks it. */
  async read(name: string): Promise<readonly Fields[]> {
    const file = this.#context.source.files.get(name)
    if (file === undefined) return []
    this.#memory.add(file.size)
    const entries: Fields[] = []
    for await (const { rows } of jsonRows(file)) {
      for (const row of rows) {
        if (isFields(row)) entries.push(row)
        else this.#context.report.leftOut(note('entries of {name} that are no objects', { name }))
      }
    }
    return entries
  }
}

function* rowsOf(table: string, rows: Iterable<Row>): Generator<ArchiveRecord> {
  for (const row of rows) yield { table, row }
}
