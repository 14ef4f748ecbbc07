import { type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { isSameTopic } from '../../../../core/platform/text/topic-key.ts'
import type { ServerEvent } from '../../model/wire.ts'

export interface Topic {
  readonly name: string
  /** Id of its newest message. */
  readonly newest: number
}

/** The topics of the channels whose topics were fetched, the most recently active first. */
export class Topics {
  readonly #byChannel = new Map<number, Signal<readonly Topic[] | undefined>>()

  /** Undefined until they are fetched. */
  of(channel: number): ReadonlySignal<readonly Topic[] | undefined> {
    return this.#signalOf(channel)
  }

  set(channel: number, topics: readonly Topic[] | undefined): void {
    this.#signalOf(channel).value = topics
  }

  apply(event: ServerEvent): void {
    if (event.type === 'message' && event.message.stream_id !== undefined) {
      const { stream_id, subject, id } = event.message
      const held = this.#byChannel.get(stream_id)
      if (held?.value === undefined) return
      const others = held.value.filter(({ name }) => !isSameTopic(name, subject))
      held.value = [{ name: subject, newest: id }, ...others]
    }
    // Only the server can tell which topics remain after messages were moved or deleted.
    if (event.type === 'update_message' || event.type === 'delete_message') {
      for (const channel of [event.stream_id, 'new_stream_id' in event ? event.new_stream_id : undefined]) {
        if (channel !== undefined && this.#byChannel.has(channel)) this.set(channel, undefined)
      }
    }
  }

  #signalOf(channel: number): Signal<readonly Topic[] | undefined> {
    const held = this.#byChannel.get(channel) ?? signal<readonly Topic[] | undefined>(undefined)
    this.#byChannel.set(channel, held)
    return held
  }
}
