import { type Signal, useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import type { Sending } from '../client/index.ts'
import { lengthOf } from '../model/length.ts'
import { isConversation, narrowKey } from '../model/narrow.ts'
import { hashOf } from '../model/route.ts'
import { runCommand } from '../parts/commands.ts'
import { channelName, placeName } from '../store/derived/names.ts'
import { insertion } from '../store/insertion.ts'
import type { Store } from '../store/state/store.ts'
import { send } from '../store/verbs/send.ts'
import { t } from '../texts/texts.ts'
import { type Upload, withoutMarks } from '../upload/uploads.ts'
import type { Draft } from './drafts.ts'
import { schedule } from './schedule.ts'
import { conversationIn, type WritingPlace } from './writing-place.ts'

/** A line below the box that leads somewhere. */
export interface Note {
  readonly text: string
  readonly href: string
}

interface SendingOptions {
  readonly store: Store
  readonly place: WritingPlace
  /** The conversation that is shown, unless the text goes elsewhere. */
  readonly isElsewhere: boolean
  readonly draft: Draft
  readonly uploads: readonly Upload[]
  readonly topicField: RefObject<HTMLInputElement | null>
  readonly problem: Signal<string>
  readonly change: (fields: Partial<Draft>) => void
  /** Called when a message is on its way. */
  readonly sent: () => void
}

/** Sends what was written, now or later, or opens the conversation that it is for. */
export function useSending(options: SendingOptions) {
  const { store, place, isElsewhere, draft, uploads, topicField, problem, change, sent } = options
  const { content, topic } = draft
  const note = useSignal<Note | undefined>(undefined)

  /** Whether the place has a topic; else the writer is asked for one. */
  function hasPlace(): boolean {
    if (isConversation(place) || topic.trim() !== '') return true
    problem.value = t.chooseTopic
    topicField.current?.focus()
    return false
  }

  /** Shows which field is missing. Returns whether the message can be sent. */
  function isComplete(): boolean {
    const { maxMessageLength } = store.realm.value
    if (content.trim() === '') return false
    if (lengthOf(content) > maxMessageLength) problem.value = t.messageTooLong(maxMessageLength)
    else if (uploads.some(({ state }) => state === 'sending')) problem.value = t.waitForUploads
    else return hasPlace()
    return false
  }

  function submit(): void {
    if (!isComplete()) return
    const text = withoutMarks(content)
    if (text.trim() === '') return
    const sending = sendText(text)
    change({ content: '', topic: '' })
    sent()
    if (isElsewhere) tellOutcome(sending)
    else runCommand(store, 'show-newest')
  }

  /** Says below the box what becomes of a message that is not shown here. */
  function tellOutcome({ sent }: Sending): void {
    const conversation = conversationIn(place, topic)
    const name = placeName(store, conversation)
    const href = hashOf(
      conversation,
      'channel' in conversation ? channelName(store, conversation.channel) : undefined,
    )
    const begun: Note = { text: t.sendingTo(name), href }
    note.value = begun
    const end = (text: string) => {
      // The writer may have gone on since.
      if (note.peek() === begun) note.value = { text, href }
    }
    sent.then(
      () => end(t.sentTo(name)),
      () => end(t.notSentTo(name)),
    )
  }

  /** Sends a text that is not the draft. The request goes out before the page is drawn again. */
  function sendText(text: string): Sending {
    const conversation = conversationIn(place, topic)
    const sending = send(store, conversation, text)
    if (!isConversation(place) && !isElsewhere)
      location.hash = hashOf(conversation, channelName(store, place.channel))
    return sending
  }

  /** Opens the conversation that the text is for, and takes the text along. */
  function goToConversation(): void {
    if (isConversation(place)) {
      location.hash = hashOf(place, place.kind === 'topic' ? channelName(store, place.channel) : undefined)
      return
    }
    if (!hasPlace()) return
    const conversation = conversationIn(place, topic)
    if (content !== '') insertion(store).value = { key: narrowKey(conversation), text: content }
    change({ content: '', topic: '' })
    location.hash = hashOf(conversation, channelName(store, place.channel))
  }

  async function sendLater(at: number): Promise<void> {
    if (!isComplete()) return
    const problemOf = await schedule(conversationIn(place, topic), withoutMarks(content), at)
    if (problemOf !== undefined) {
      problem.value = problemOf
      return
    }
    change({ content: '', topic: '' })
    sent()
    note.value = { text: t.scheduled, href: '#scheduled' }
  }

  return { note, hasPlace, submit, sendText, goToConversation, sendLater }
}
