import type { MarkdownContext } from '../../../../content/markdown/render.ts'
import { languageNamed } from '../../../../messaging/words/languages.ts'
import type { Row } from '../../../exports/archive/column.ts'
import { ArchiveError } from '../../archive.ts'
import { idIn } from '../reading/fields.ts'
import type { ArchiveRecord, ArchiveRecords, Reader, Reading, ReadingContext } from '../reading/reader.ts'
import { Texts, textOf } from '../reading/texts.ts'
import { Times } from '../reading/times.ts'
import { nearest, type Source } from '../source/source.ts'
import { ZulipChannels } from './channels.ts'
import { ZulipFiles } from './files.ts'
import { ZulipGroups } from './groups.ts'
import { ZulipMessages } from './messages.ts'
import { ZulipPeople } from './people.ts'
import {
  botRecords,
  choiceRecords,
  linkifiersOf,
  listRecords,
  type PersonalParts,
  profileRecords,
  writingRecords,
} from './personal.ts'
import { reactionRecords, ZulipWidgets } from './reactions.ts'
import { ZulipRecipients } from './recipients.ts'
import { realmDescription, realmName, realmSettings, unknownUrl, userSettings } from './settings.ts'
import { spansOf } from './subscriptions.ts'
import { ZulipTables } from './tables.ts'

const REALM = 'realm.json'
const MESSAGES = /^messages-(\d+)\.json$/

/** Reads the archives that a Zulip server exports (docs/import-formats.md). */
export const zulipReader: Reader = {
  name: 'zulip',
  title: 'Zulip',
  recognize: (source) => rootOf(source) !== undefined,
  read,
}

/** The folder of the archive, with a slash; undefined when this is no archive of Zulip. */
function rootOf({ files }: Source): string | undefined {
  const roots = [...files.keys()]
    .filter((name) => name === REALM || name.endsWith(`/${REALM}`))
    .map((name) => name.slice(0, -REALM.length))
  return nearest(
    roots.filter((root) => files.has(`${root}attachment.json`) || files.has(`${root}messages-000001.json`)),
  )
}

async function read(context: ReadingContext): Promise<Reading> {
  const { source, report } = context
  const root = rootOf(source)
  if (root === undefined) throw new ArchiveError('This is no archive of Zulip: it has no realm.json.')
  const texts = new Texts(report)
  const times = new Times(report)
  const tables = await ZulipTables.read(source.files.get(`${root}${REALM}`)!, context)
  const realm = tables.get('zerver_realm')[0]!
  const realmId = Math.max(1, idIn(realm.id))

  const people = new ZulipPeople(context, texts, times)
  people.addAll(tables)
  const channels = new ZulipChannels(tables, people, texts, times, report)
  const recipients = new ZulipRecipients(tables, channels)
  const clients = new Map(
    tables.get('zerver_client').map((row) => [idIn(row.id), texts.line(row.name, 200)] as const),
  )
  const files = new ZulipFiles(context, root, realmId, times)
  await files.survey(tables)
  const messages = new ZulipMessages({
    context,
    files: [...source.files.values()]
      .filter(({ name }) => name.startsWith(root) && MESSAGES.test(name.slice(root.length)))
      .sort((a, b) => numberOf(a.name) - numberOf(b.name)),
    people,
    channels,
    recipients,
    clients,
    // The bits have their meaning since a server of feature level 224; this column came with the next one.
    hasNewFlags: realm.can_access_all_users_group !== undefined,
  })
  await messages.survey()
  people.addUnknown(messages.senders)
  people.addUnknown(recipients.people())
  people.end()
  const groups = new ZulipGroups(tables, people, texts, times, report)
  const spans = await spansOf(tables, people, channels, recipients, messages)
  const widgets = new ZulipWidgets(context, tables, messages.index)
  await widgets.survey()

  const url = context.formerUrl ?? messages.formerUrl ?? unknownUrl(realm)
  report.changed('links to this address lead to the new organization', url, 1)
  const shared = {
    hosts: [new URL(url).host],
    userByName: (name: string) => people.byName(name).map(({ id, name }) => ({ id, fullName: name })),
    userById: (id: number) => {
      const person = people.get(id)
      return person && { id, fullName: person.name }
    },
    channelByName: (name: string) => channels.byName(name),
    groupByName: (name: string) => groups.byName(name),
    emojiByName: files.emoji.byName,
    linkifiers: linkifiersOf(tables),
    defaultCodeLanguage: textOf(realm.default_code_block_language),
    inlineImagePreview: realm.inline_image_preview !== false,
    ...(context.mediaSource && { imageSource: context.mediaSource, mediaProxy: context.mediaSource }),
  } as unknown as MarkdownContext
  const translating = { ...shared, translateEmoticons: true }
  const contextOf = (sender: number) => (people.get(sender)?.translatesEmoticons ? translating : shared)
  const language = languageNamed(textOf(realm.default_language) || 'en')

  async function* records(): AsyncGenerator<ArchiveRecords> {
    const { images, files: pictures } = await files.realmImages(realm)
    const defaults = tables.get('zerver_realmuserdefault')[0]
    yield {
      table: 'realm',
      row: {
        name: realmName(realm, texts),
        description: realmDescription(realm, texts),
        created_at: times.text(realm.date_created),
        settings: realmSettings(realm, groups, channels.has, report),
        user_settings_defaults: defaults === undefined ? {} : userSettings(defaults, report),
        full_members_at: times.text(realm.date_created),
        images,
      },
      files: pictures,
    }
    for (const row of people.rows()) yield files.withAvatar(withChannels(row, channels))
    yield* rowsOf('user_group', groups.rows)
    yield* rowsOf('group_member', groups.memberRows())
    yield* rowsOf('group_subgroup', groups.subgroupRows())
    yield* rowsOf('channel_folder', channels.folderRows(shared))
    yield* rowsOf('channel', channels.rows(groups, shared, messages.firstOfChannel))
    yield* rowsOf('default_channel_group', channels.defaultGroupRows())
    yield* rowsOf('subscription', channels.subscriptionRows(recipients.channelOf))
    yield* rowsOf('subscription_span', spans.rows())
    const rendering = { contextOf, pictureAt: files.pictureAt, language: language.code }
    for await (const records of messages.records(rendering, spans)) {
      await widgets.see([records].flat())
      yield records
    }
    yield* reactionRecords(tables, messages.index, files, context)
    yield* widgets.records()
    const someone = [...people.all].find(({ isBot }) => isBot)!.id
    yield* files.attachmentRecords((id) => people.has(id), someone)
    const parts: PersonalParts = {
      ...{ tables, people, channels, recipients, files, clients, contextOf, texts, times, report },
    }
    yield* writingRecords(parts)
    yield* choiceRecords(parts)
    yield* profileRecords(parts)
    yield* botRecords(parts)
    yield* listRecords(parts)
    yield* files.emoji.records((id) => people.has(id))
  }

  return { realm: { id: realmId, subdomain: labelOf(textOf(realm.string_id)), url }, records }
}

const labelOf = (label: string): string =>
  label
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, 63)

const numberOf = (name: string): number => Number(/(\d+)\.json$/.exec(name)![1])

/** A row of an account without channels that are not in the archive. */
function withChannels(row: Row, channels: ZulipChannels): Row {
  const known = (id: unknown) => (id !== null && channels.has(Number(id)) ? id : null)
  return {
    ...row,
    default_sending_channel_id: known(row.default_sending_channel_id),
    default_events_register_channel_id: known(row.default_events_register_channel_id),
  }
}

function* rowsOf(table: string, rows: Iterable<Row>): Generator<ArchiveRecord> {
  for (const row of rows) yield { table, row }
}
