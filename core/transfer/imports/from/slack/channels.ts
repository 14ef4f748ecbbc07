import { MAX_CHANNEL_DESCRIPTION_LENGTH, MAX_CHANNEL_NAME_LENGTH } from '../../../../../config/limits.ts'
import { type MarkdownContext, render } from '../../../../content/markdown/render.ts'
import type { Row } from '../../../exports/archive/column.ts'
import { channelRow, subscriptionRow } from '../reading/channel-rows.ts'
import { type Fields, isFields, listOf } from '../reading/fields.ts'
import type { ReadingContext } from '../reading/reader.ts'
import { type Texts, textOf, UniqueNames } from '../reading/texts.ts'
import type { Times } from '../reading/times.ts'
import type { SourceFile } from '../source/source.ts'
import { markdownOf } from './mrkdwn.ts'
import type { SlackNames } from './names.ts'
import type { SlackPeople } from './people.ts'
import type { Workspace } from './workspaces.ts'

/** A channel or a set of people, with the files of its messages. */
export interface SlackPlace {
  /** Its id there. */
  readonly key: string
  readonly channel?: number
  /** Ascending. */
  readonly participants?: readonly number[]
  /** In the order of their days. */
  readonly files: SourceFile[]
}

/** The channels and direct conversations of a Slack archive. */
export class SlackChannels {
  readonly places: SlackPlace[] = []
  readonly #context: ReadingContext
  readonly #people: SlackPeople
  readonly #texts: Texts
  readonly #times: Times
  readonly #names = new UniqueNames(MAX_CHANNEL_NAME_LENGTH)
  readonly #channels: {
    id: number
    name: string
    isPrivate: boolean
    folder: number | undefined
    given: Fields
  }[] = []
  readonly #places = new Map<string, SlackPlace>()
  readonly #byKey = new Map<string, { readonly id: number; readonly name: string }>()
  readonly #byName = new Map<string, { readonly id: number; readonly name: string }>()

  constructor(context: ReadingContext, people: SlackPeople, texts: Texts, times: Times) {
    this.#context = context
    this.#people = people
    this.#texts = texts
    this.#times = times
  }

  addChannel(given: Fields, isPrivate: boolean, workspace: Workspace): void {
    const key = textOf(given.id)
    if (this.#isShared(key, given, workspace)) return
    if (key === '' || this.#byKey.has(key)) {
      this.#context.report.leftOut('channels without an id of their own', textOf(given.name))
      return
    }
    const id = this.#channels.length + 1
    const wanted = this.#texts.channelName(given.name, `channel ${id}`)
    const name = this.#names.take(wanted)
    if (name !== wanted)
      this.#context.report.changed('channels with the name of another one get a number', wanted)
    this.#channels.push({ id, name, isPrivate, folder: workspace.folder, given })
    this.#byKey.set(key, { id, name })
    this.#byName.set(name.toLowerCase(), { id, name })
    this.#addPlace({ key, channel: id, files: [...workspace.filesOf(textOf(given.name), key)] })
    const pins = listOf(given.pins).length
    if (pins > 0) this.#context.report.leftOut('pins: messages are not pinned here', name, pins)
  }

  addDirect(given: Fields, workspace: Workspace): void {
    const key = textOf(given.id)
    if (this.#isShared(key, given, workspace)) return
    const members = listOf(given.members).map((id) => this.#people.get(textOf(id))?.id)
    const participants = [...new Set(members.filter((id) => id !== undefined))].sort((a, b) => a - b)
    if (participants.length === 0) {
      this.#context.report.leftOut('direct conversations of people who are not in the archive', key)
      return
    }
    this.#addPlace({ key, participants, files: [...workspace.filesOf(textOf(given.name), key)] })
  }

  #addPlace(place: SlackPlace): void {
    this.places.push(place)
    this.#places.set(place.key, place)
  }

  /** Adds the messages of a conversation that another workspace has too. Returns whether it is such a one. */
  #isShared(key: string, given: Fields, workspace: Workspace): boolean {
    const place = this.#places.get(key)
    if (place === undefined) return false
    const known = new Set(place.files)
    const files = workspace.filesOf(textOf(given.name), key).filter((file) => !known.has(file))
    // The workspace may list a conversation that only the organization has.
    if (files.length === 0) return workspace.folder !== undefined
    for (const file of files) place.files.push(file)
    this.#context.report.changed('conversations of several workspaces are one', textOf(given.name))
    return true
  }

  get(key: string): { readonly id: number; readonly name: string } | undefined {
    return this.#byKey.get(key)
  }

  byName(name: string): { readonly id: number; readonly name: string } | undefined {
    return this.#byName.get(name.toLowerCase())
  }

  /** The present members of channels. */
  members(): (readonly [user: number, channel: number])[] {
    return this.#channels.flatMap(({ id, given }) => {
      const users = listOf(given.members).map((user) => this.#people.get(textOf(user))?.id)
      return [...new Set(users)].flatMap((user) => (user === undefined ? [] : [[user, id] as const]))
    })
  }

  *rows(
    context: MarkdownContext,
    names: SlackNames,
    firstMessageOf: (channel: number) => number | undefined,
  ): Generator<Row> {
    for (const { id, name, isPrivate, folder, given } of this.#channels) {
      const said = [given.purpose, given.topic].map((part) => (isFields(part) ? textOf(part.value) : ''))
      const text = markdownOf(said.filter((part) => part !== '').join(' — '), names)
      const description = this.#texts.line(text, MAX_CHANNEL_DESCRIPTION_LENGTH)
      yield channelRow({
        id,
        name,
        description,
        renderedDescription: render(description, context).html,
        created: this.#times.text(given.created),
        creator: this.#people.get(textOf(given.creator))?.id ?? null,
        isPrivate,
        isArchived: given.is_archived === true,
        isDefault: given.is_general === true && !isPrivate,
        ...(folder !== undefined && { folder }),
        firstMessage: firstMessageOf(id),
      })
    }
  }

  *subscriptionRows(): Generator<Row> {
    for (const [user, channel] of this.members()) yield subscriptionRow(user, channel)
  }
}
