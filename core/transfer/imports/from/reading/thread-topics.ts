import { TextNumbers } from './numbers/number-map.ts'
import { folded, shortened, type Texts } from './texts.ts'
import { timeText } from './times.ts'

/** Characters of a thread's first words in the name of its topic. */
const WORDS = 40
/** Characters of a name before the number that makes it different. */
const NUMBERED = 54

/** Names the topics that threads become. */
export class ThreadTopics {
  readonly #texts: Texts
  readonly #taken = new TextNumbers()
  /** The last number that a name has got, by what `#taken` knows the name. */
  readonly #last = new Map<number, number>()

  constructor(texts: Texts) {
    this.#texts = texts
  }

  /**
   * A name that no other thread of the channel has: the first words and the date. `text` is the first
   * message, empty when the archive lacks it. `seconds`: Unix seconds.
   */
  name(channel: number, text: string, seconds: number): string {
    const date = timeText(seconds).slice(0, 10)
    const plain = text.replace(/[*`~]+/g, '').replace(/(^|\s)[>#_]+|\s+/g, ' ')
    const words = shortened(plain.trim(), WORDS).trim()
    return this.unique(channel, `${words === '' ? 'Thread' : words} · ${date}`)
  }

  /** The given name, with a number when another thread of the channel has it. */
  unique(channel: number, given: string): string {
    const name = this.#texts.topic(given)
    const { number: known, isNew } = this.#taken.add(`${channel}:${folded(name)}`)
    if (isNew) return name
    for (let n = (this.#last.get(known) ?? 1) + 1; ; n += 1) {
      const topic = `${shortened(name, NUMBERED)} (${n})`
      if (!this.#taken.add(`${channel}:${folded(topic)}`).isNew) continue
      this.#last.set(known, n)
      return topic
    }
  }
}
