import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Avatar } from '../../parts/avatar.tsx'
import { Dialog } from '../../parts/floating/dialog.tsx'
import { nameOf, topicName } from '../../store/derived/names.ts'
import type { ShownMessage } from '../../store/state/messages.ts'
import { useStore } from '../../store/use-store.ts'
import {
  deleteMessage,
  fetchHistory,
  fetchReaders,
  fetchSource,
  type MessageVersion,
} from '../../store/verbs/change-message.ts'
import { reasonOf } from '../../store/verbs/notice.ts'
import { fullDateOf } from '../../texts/dates.ts'
import { t } from '../../texts/texts.ts'
import { MessageContent } from '../content/message-content.tsx'
import './message-dialogs.css'
import { closeOverlay } from '../../parts/floating/overlay.ts'

export function DeleteDialog({ message }: { message: ShownMessage }) {
  const store = useStore()
  return (
    <Dialog title={t.deleteQuestion} onClose={() => closeOverlay(store)}>
      <p>{t.deleteWarning}</p>
      <div class="quoted-message">
        <MessageContent id={message.id} html={message.content} me={store.me} />
      </div>
      <div class="buttons">
        <button type="button" class="button" onClick={() => closeOverlay(store)}>
          {t.cancel}
        </button>
        <button
          type="button"
          class="button danger"
          onClick={() => {
            closeOverlay(store)
            void deleteMessage(store, message.id)
          }}
        >
          {t.deleteMessage}
        </button>
      </div>
    </Dialog>
  )
}

export function SourceDialog({ id }: { id: number }) {
  const store = useStore()
  const { value, problem } = useFetched(() => fetchSource(id), id)
  return (
    <Dialog title={t.source} isWide onClose={() => closeOverlay(store)}>
      {value !== undefined && <pre class="message-source">{value}</pre>}
      {value === undefined && <Waiting problem={problem} />}
    </Dialog>
  )
}

export function HistoryDialog({ id }: { id: number }) {
  const store = useStore()
  const { value, problem } = useFetched(() => fetchHistory(id), id)
  return (
    <Dialog title={t.history} isWide onClose={() => closeOverlay(store)}>
      {value === undefined ? (
        <Waiting problem={problem} />
      ) : (
        <ol class="message-history">
          {[...value].reverse().map((version, index) => (
            <Version
              key={`${version.timestamp} ${index}`}
              id={id}
              version={version}
              isFirst={index === value.length - 1}
            />
          ))}
        </ol>
      )}
    </Dialog>
  )
}

/** Most people that the list of readers shows. */
const MOST_READERS = 200

export function ReadersDialog({ id }: { id: number }) {
  const store = useStore()
  const { value, problem } = useFetched(() => fetchReaders(id), id)
  const more = (value?.length ?? 0) - MOST_READERS
  return (
    <Dialog title={t.readers} onClose={() => closeOverlay(store)}>
      {value === undefined ? (
        <Waiting problem={problem} />
      ) : value.length === 0 ? (
        <p>{t.noReaders}</p>
      ) : (
        <ul class="message-readers">
          {value.slice(0, MOST_READERS).map((person) => (
            <li key={person}>
              <Avatar person={store.people.value.get(person)} size="small" />
              <span class="ellipsis">{nameOf(store, person)}</span>
            </li>
          ))}
        </ul>
      )}
      {more > 0 && <p>{t.andMore(more)}</p>}
    </Dialog>
  )
}

function Version({ id, version, isFirst }: { id: number; version: MessageVersion; isFirst: boolean }) {
  const store = useStore()
  const who = version.user_id === null ? '' : nameOf(store, version.user_id)
  return (
    <li>
      <h3>
        {isFirst ? t.sentBy(who) : t.changedBy(who)}{' '}
        <time>{fullDateOf(version.timestamp, store.settings.value.twenty_four_hour_time)}</time>
      </h3>
      {version.prev_topic !== undefined && (
        <p>{t.topicChanged(topicName(store, version.prev_topic), topicName(store, version.topic))}</p>
      )}
      {(version.prev_content !== undefined || isFirst) && (
        <MessageContent id={id} html={version.content_html_diff ?? version.rendered_content} me={store.me} />
      )}
    </li>
  )
}

const Waiting = ({ problem }: { problem: string | undefined }) => <p role="status">{problem ?? t.loading}</p>

/** The result of a call, or the reason of its failure. */
function useFetched<T>(fetch: () => Promise<T>, key: unknown) {
  const state = useSignal<{ value?: T; problem?: string }>({})
  useEffect(() => {
    let isCurrent = true
    fetch().then(
      (value) => {
        if (isCurrent) state.value = { value }
      },
      (error: unknown) => {
        if (isCurrent) state.value = { problem: reasonOf(error) }
      },
    )
    return () => {
      isCurrent = false
    }
  }, [key])
  return { value: state.value.value, problem: state.value.problem }
}
