import { TextNumbers } from './numbers/number-map.ts'
import type { ArchiveRecord } from './reader.ts'
import { SortedLines } from './sorted-lines.ts'
import { folded } from './texts.ts'

const topicKey = (channel: number, topic: string): string => `t${channel}:${folded(topic)}`
const peopleKey = (participants: readonly number[]): string => `p${participants.join()}`

/** Gives each topic and each set of participants a conversation. Most of it is on disk. */
export class Conversations {
  readonly #numbers = new TextNumbers()
  readonly #rows: SortedLines
  readonly #participants: SortedLines
  /** The channel of each conversation, 0 for direct messages. */
  #channels = new Uint32Array(1024)

  /** `work`: a folder for data that does not fit into memory. */
  constructor(work: string) {
    this.#rows = new SortedLines(work, 'conversations')
    this.#participants = new SortedLines(work, 'participants')
  }

  get size(): number {
    return this.#numbers.size
  }

  /** The channel of a conversation; undefined for direct messages. */
  channelOf(conversation: number): number | undefined {
    return this.#channels[conversation] || undefined
  }

  /** The conversation of a topic, compared without case. The first spelling stays. */
  async ofTopic(channel: number, topic: string): Promise<number> {
    const { number, isNew } = this.#numbers.add(topicKey(channel, topic))
    if (isNew) {
      this.#setChannel(number, channel)
      await this.#add(number, { channel_id: channel, topic, participant_ids: null })
    }
    return number
  }

  /** The conversation of people, whose ids ascend. */
  async ofPeople(participants: readonly number[]): Promise<number> {
    const { number, isNew } = this.#numbers.add(peopleKey(participants))
    if (isNew) {
      await this.#add(number, { channel_id: null, topic: null, participant_ids: participants })
      await this.#participants.add(number, JSON.stringify(participants))
    }
    return number
  }

  /** As `ofTopic`, for a topic that has its conversation. */
  knownOfTopic(channel: number, topic: string): number {
    return this.#known(topicKey(channel, topic))
  }

  /** As `ofPeople`, for people who have their conversation. */
  knownOfPeople(participants: readonly number[]): number {
    return this.#known(peopleKey(participants))
  }

  #known(key: string): number {
    const number = this.#numbers.get(key)
    if (number === undefined) throw new Error('a message is in a conversation that was not found before')
    return number
  }

  /** Yields the records of the conversations and their participants, once. `language`: a code for search. */
  async *records(language: number): AsyncGenerator<ArchiveRecord> {
    for await (const { key, text } of this.#rows.read()) {
      const row = { id: key, ...JSON.parse(text), renames: null, language }
      yield { table: 'conversation', row }
    }
    for await (const { key, text } of this.#participants.read()) {
      for (const user of JSON.parse(text) as number[]) {
        yield { table: 'conversation_participant', row: { user_id: user, conversation_id: key } }
      }
    }
  }

  #setChannel(number: number, channel: number): void {
    if (number >= this.#channels.length) {
      const larger = new Uint32Array(Math.max(number + 1, this.#channels.length * 2))
      larger.set(this.#channels)
      this.#channels = larger
    }
    this.#channels[number] = channel
  }

  #add(number: number, row: object): Promise<void> {
    return this.#rows.add(number, JSON.stringify(row))
  }
}
