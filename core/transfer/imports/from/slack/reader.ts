import type { MarkdownContext } from '../../../../content/markdown/render.ts'
import { languageNamed } from '../../../../messaging/words/languages.ts'
import { SYSTEM_GROUPS, type SystemGroup } from '../../../../state/groups/system.ts'
import type { Row } from '../../../exports/archive/column.ts'
import { ArchiveError } from '../../archive.ts'
import { systemGroupRow } from '../reading/accounts.ts'
import { type Fields, isFields } from '../reading/fields.ts'
import { MemoryLists } from '../reading/memory-lists.ts'
import { profileRecords } from '../reading/profile-values.ts'
import type { ArchiveRecord, Reader, Reading, ReadingContext } from '../reading/reader.ts'
import { Texts } from '../reading/texts.ts'
import { Times, timeText } from '../reading/times.ts'
import { jsonRows } from '../source/json-rows.ts'
import type { Source } from '../source/source.ts'
import { SlackChannels } from './channels.ts'
import { SlackMessages } from './messages.ts'
import type { SlackNames } from './names.ts'
import { SlackPeople } from './people.ts'

const USERS = ['users.json', 'org_users.json']
const PLACES = ['channels.json', 'groups.json', 'dms.json', 'mpims.json']
const UNUSED = [
  'integration_logs.json',
  'canvases.json',
  'file_conversations.json',
  'lists.json',
  'huddle_transcripts.json',
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
  const roots = [...files.keys()]
    .flatMap((name) => {
      const users = USERS.find((file) => name === file || name.endsWith(`/${file}`))
      return users === undefined ? [] : [name.slice(0, -users.length)]
    })
    .sort((a, b) => a.length - b.length)
  return roots.find((root) => PLACES.some((name) => files.has(root + name)))
}

async function read(context: ReadingContext): Promise<Reading> {
  const { source, report } = context
  const root = rootOf(source)
  if (root === undefined) throw new ArchiveError('This is no archive of Slack: it has no users.json.')
  const texts = new Texts(report)
  const times = new Times(report)
  const lists = new Lists(context, root)
  const places = await Promise.all(PLACES.map((name) => lists.read(name)))
  const created = places.flat().map((place) => times.seconds(place.created, Number.POSITIVE_INFINITY))
  const began = Math.min(...created, Date.UTC(2038) / 1000)
  const people = new SlackPeople(context, texts)
  const users = new Map<unknown, Fields>()
  for (const name of USERS) for (const user of await lists.read(name)) users.set(user.id ?? user, user)
  for (const user of users.values()) people.add(user, began)
  const channels = new SlackChannels(context, root, people, texts, times)
  for (const channel of places[0]!) channels.addChannel(channel, channel.is_private === true)
  for (const group of places[1]!) channels.addChannel(group, true)
  for (const direct of [...places[2]!, ...places[3]!]) channels.addDirect(direct)
  for (const name of UNUSED) if (source.files.has(root + name)) report.leftOut(`the file ${name}`)
  const messages = new SlackMessages({ context, people, channels, texts })
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
  report.changed('files and avatars stay at Slack: messages link them', undefined, 1)
  report.changed('messages count as read: the archive does not say who has read what', undefined, 1)
  const accounts = people.rows(began)

  const namesById = new Map(accounts.map((row) => [Number(row.id), String(row.full_name)]))
  const markdown = {
    hosts: [new URL(URL_OF_FORMER).host],
    userByName: () => [],
    userById: (id: number) => (namesById.has(id) ? { id, fullName: namesById.get(id)! } : undefined),
    channelByName: (name: string) => channels.byName(name),
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
    yield* rowsOf('user_account', accounts)
    const groups = Object.keys(SYSTEM_GROUPS) as SystemGroup[]
    yield* rowsOf(
      'user_group',
      groups.map((name, index) => systemGroupRow(index + 1, name)),
    )
    yield* rowsOf('channel', channels.rows(markdown, names, messages.firstOfChannel))
    yield* rowsOf('subscription', channels.subscriptionRows())
    yield* rowsOf('subscription_span', messages.spans.rows())
    yield* messages.records(markdown, names, language)
    yield* profileRecords(['Title', 'Phone'], people.profiles, texts, markdown)
  }

  return { realm: { id: REALM, subdomain: 'slack', url: URL_OF_FORMER }, records }
}

/** The small lists of an archive, in memory. */
class Lists {
  readonly #context: ReadingContext
  readonly #root: string
  readonly #memory = new MemoryLists()

  constructor(context: ReadingContext, root: string) {
    this.#context = context
    this.#root = root
  }

  /** The entries of a list; none when the archive lacks it. */
  async read(name: string): Promise<readonly Fields[]> {
    const file = this.#context.source.files.get(this.#root + name)
    if (file === undefined) return []
    this.#memory.add(file.size)
    const entries: Fields[] = []
    for await (const { rows } of jsonRows(file)) {
      for (const row of rows) {
        if (isFields(row)) entries.push(row)
        else this.#context.report.leftOut(`entries of ${name} that are no objects`)
      }
    }
    return entries
  }
}

function* rowsOf(table: string, rows: Iterable<Row>): Generator<ArchiveRecord> {
  for (const row of rows) yield { table, row }
}
