import Star from 'lucide/dist/esm/icons/star.mjs'
import { Avatar } from '../../parts/avatar.tsx'
import { messageOfOverlay, overlay } from '../../parts/floating/overlay.ts'
import { Icon } from '../../parts/icon.tsx'
import { permissionsOn } from '../../store/derived/message-permissions.ts'
import type { MessageList, Outgoing, ShownMessage } from '../../store/state/messages.ts'
import { useStore } from '../../store/use-store.ts'
import { setFlag } from '../../store/verbs/flag-messages.ts'
import { sendAgain } from '../../store/verbs/send.ts'
import { fullDateOf, hourOf, timeOf } from '../../texts/dates.ts'
import { t } from '../../texts/texts.ts'
import { activate, active } from '../active.ts'
import { MessageContent } from '../content/message-content.tsx'
import { editing } from '../editing.ts'
import { EditBox } from './edit-box.tsx'
import { MessageToolbar } from './message-toolbar.tsx'
import { Reactions } from './reactions.tsx'
import { reveal, revealed } from './revealed.ts'
import './message.css'
import { isWidget, Widget } from '../widgets/widget.tsx'

interface MessageViewProps {
  readonly list: MessageList
  readonly id: number
  /** Whether the sender is shown. */
  readonly isFirst: boolean
  /** The message that the address names. */
  readonly isTarget: boolean
}

/** One message. It is drawn again only when it changes. */
export function MessageView({ list, id, isFirst, isTarget }: MessageViewProps) {
  const store = useStore()
  const message = store.messages.get(id)?.value
  if (message === undefined) return null
  const sender = store.people.value.get(message.sender_id)
  const name = sender?.full_name ?? message.sender_full_name
  const uses24Hours = store.settings.value.twenty_four_hour_time
  const time = timeOf(message.timestamp, uses24Hours)
  const { outgoing, flags } = message
  const isEditing = editing(store).value?.id === id
  const isOfMuted = store.mutedUsers.value.has(message.sender_id) && !revealed(store).value.has(id)
  const isCollapsed = flags.includes('collapsed')
  const hasToolbar =
    outgoing === undefined &&
    !store.isSpectator &&
    !isEditing &&
    (active(store).value === id || messageOfOverlay(store) === id)
  const showCard = ({ currentTarget: anchor }: { currentTarget: HTMLElement }) => {
    overlay(store).value = { kind: 'person', person: message.sender_id, anchor }
  }
  return (
    <article
      class={`message ${isFirst ? 'first' : ''} ${isTarget ? 'target' : ''} ${outgoing ? 'outgoing' : ''} ${hasToolbar ? 'active' : ''}`}
      aria-label={`${name}, ${time}`}
      data-id={id}
      tabIndex={-1}
      onPointerEnter={(event) => {
        if (event.pointerType === 'mouse') activate(store, id)
      }}
      onFocusIn={() => activate(store, id)}
    >
      {isFirst ? (
        <button type="button" class="face" tabIndex={-1} aria-hidden="true" onClick={showCard}>
          <Avatar person={sender} size="large" />
        </button>
      ) : (
        <time class="when aside" aria-hidden="true">
          {hourOf(message.timestamp, uses24Hours)}
        </time>
      )}
      <div class="body">
        {isFirst && (
          <header>
            <button type="button" class="who" dir="auto" onClick={showCard}>
              {name}
            </button>
            {sender?.is_bot && <span class="bot">{t.bot}</span>}
            <time
              class="when"
              dateTime={new Date(message.timestamp * 1000).toISOString()}
              title={fullDateOf(message.timestamp, uses24Hours)}
            >
              {time}
            </time>
          </header>
        )}
        {flags.includes('starred') && (
          <span class="star-mark" title={t.starredMessage}>
            <Icon node={Star} size={14} />
            <span class="only-heard">{t.starredMessage}</span>
          </span>
        )}
        {isEditing ? (
          <EditBox state={editing(store).value!} />
        ) : isOfMuted ? (
          <p class="collapsed-message">
            {t.ofMutedPerson}
            <button type="button" onClick={() => reveal(store, id)}>
              {t.showAll}
            </button>
          </p>
        ) : isCollapsed ? (
          <p class="collapsed-message">
            {t.collapsed}
            <button type="button" onClick={() => setFlag(store, 'collapsed', id, false)}>
              {t.showAll}
            </button>
          </p>
        ) : isWidget(message) ? (
          <Widget message={message} />
        ) : (
          <MessageContent
            id={id}
            html={list.found(message)?.content ?? message.content}
            me={store.me}
            alertWords={flags.includes('has_alert_word') ? store.alertWords.value : undefined}
          />
        )}
        <Changes message={message} />
        <BeingEdited id={id} />
        {!isOfMuted && <Reactions message={message} />}
        {outgoing?.failure && <NotSent outgoing={outgoing} />}
      </div>
      {hasToolbar && <MessageToolbar message={message} />}
    </article>
  )
}

/** Says that the sender edits the message now. */
const BeingEdited = ({ id }: { id: number }) =>
  useStore().typing.isEdited(id) ? <span class="edited">{t.beingEdited}</span> : null

/**
 * Whether and when a message was edited or moved. A click shows its history, where the organization allows
 * it.
 */
function Changes({ message }: { message: ShownMessage }) {
  const store = useStore()
  const { last_edit_timestamp: edited, last_moved_timestamp: moved } = message
  const at = edited ?? moved
  if (at === undefined) return null
  const text = edited === undefined ? t.moved : t.edited
  if (!permissionsOn(store, message).canSeeHistory)
    return (
      <span class="edited" title={fullDateOf(at, store.settings.value.twenty_four_hour_time)}>
        {text}
      </span>
    )
  return (
    <button
      type="button"
      class="edited"
      title={fullDateOf(at, store.settings.value.twenty_four_hour_time)}
      onClick={() => {
        overlay(store).value = { kind: 'history', id: message.id }
      }}
    >
      {text}
    </button>
  )
}

function NotSent({ outgoing }: { outgoing: Outgoing }) {
  const store = useStore()
  return (
    <p class="not-sent" role="alert">
      {outgoing.failure}
      <button type="button" onClick={() => sendAgain(store, outgoing.localId)}>
        {t.tryAgain}
      </button>
    </p>
  )
}
