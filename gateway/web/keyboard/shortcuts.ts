import { homeHash } from '../app/home.ts'
import { hashOf } from '../app/route.ts'
import { openSearch } from '../find/search-request.ts'
import { quote } from '../message/actions.ts'
import { startEditing } from '../message/editing.ts'
import { overlay } from '../message/overlay.ts'
import { type Conversation, conversationOf } from '../store/conversation.ts'
import { setFlag } from '../store/flag-messages.ts'
import { permissionsOn } from '../store/message-permissions.ts'
import { channelName } from '../store/names.ts'
import { toggleReaction } from '../store/react.ts'
import type { Store } from '../store/store.ts'
import type { Message } from '../store/wire.ts'
import { t } from '../texts/texts.ts'
import { focusComposer, focusMessage, messageInFocus } from './focus.ts'
import { isListShown } from './list-shown.ts'
import { goToNextUnread } from './next-unread.ts'

/** Shortcuts that work while no field has the focus. */
export interface Shortcut {
  /** In the notation of `KeyboardEvent.key`. */
  readonly keys: readonly string[]
  readonly name: string
  readonly act: (store: Store) => unknown
}

const go = (hash: string) => () => {
  location.hash = hash
}

/** Runs an action on the focused message. */
const withMessage = (act: (store: Store, message: Message) => unknown) => (store: Store) => {
  const message = store.messages.get(messageInFocus() ?? Number.NaN)?.peek()
  if (message !== undefined) act(store, message)
}

const open = (store: Store, conversation: Conversation, near?: number): void => {
  const channel = conversation.kind === 'topic' ? channelName(store, conversation.channel) : undefined
  location.hash = hashOf(conversation, channel, near)
}

/** Opens a menu or dialog of the focused message. */
function float(kind: 'menu' | 'reactions', id: number): void {
  const anchor = document.activeElement?.closest<HTMLElement>('#main article')
  if (anchor) overlay.value = { kind, id, anchor }
}

const THUMBS_UP = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' } as const

const { shortcuts: texts } = t

/** The shortcuts that Zulip's users know. */
export const SHORTCUTS: readonly { readonly name: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    name: texts.goSection,
    shortcuts: [
      { keys: ['n'], name: texts.nextTopic, act: (store) => goToNextUnread(store, 'topic') },
      { keys: ['p'], name: texts.nextDirect, act: (store) => goToNextUnread(store, 'direct') },
      { keys: ['/'], name: texts.search, act: () => openSearch('search') },
      { keys: ['q', 'Ctrl+K'], name: texts.jump, act: () => openSearch('jump') },
      { keys: ['I'], name: t.inbox, act: go('#inbox') },
      { keys: ['t'], name: t.recent, act: go('#recent') },
      { keys: ['a'], name: t.feed, act: go('#feed') },
      { keys: ['*'], name: t.starred, act: go('#narrow/is/starred') },
      { keys: ['@'], name: t.mentions, act: go('#narrow/is/mentioned') },
      { keys: ['d'], name: t.drafts, act: go('#drafts') },
      { keys: ['w'], name: texts.people, act: () => focusFirst('.people-panel a') },
      { keys: ['g'], name: t.account, act: () => document.getElementById('account-button')?.click() },
    ],
  },
  {
    name: texts.readSection,
    shortcuts: [
      { keys: ['j', 'ArrowDown'], name: texts.nextMessage, act: () => focusMessage(1) },
      { keys: ['k', 'ArrowUp'], name: texts.previousMessage, act: () => focusMessage(-1) },
      { keys: ['End', 'G'], name: texts.newestMessage, act: () => focusMessage('last') },
      {
        keys: ['s'],
        name: texts.openConversation,
        act: withMessage((store, message) => open(store, conversationOf(message, store.me), message.id)),
      },
      {
        keys: ['S'],
        name: texts.openChannel,
        act: withMessage((store, { stream_id: channel, id }) => {
          if (channel === undefined) return
          location.hash = hashOf({ kind: 'channel', channel }, channelName(store, channel), id)
        }),
      },
    ],
  },
  {
    name: texts.actSection,
    shortcuts: [
      {
        keys: ['r', 'Enter'],
        name: texts.reply,
        act: (store) => {
          const message = store.messages.get(messageInFocus() ?? Number.NaN)?.peek()
          if (!focusComposer() && message !== undefined) open(store, conversationOf(message, store.me))
        },
      },
      {
        keys: ['R'],
        name: texts.replyDirectly,
        act: withMessage((store, { sender_id }) => open(store, { kind: 'direct', people: [sender_id] })),
      },
      {
        keys: ['+'],
        name: texts.thumbsUp,
        act: withMessage((store, { id }) => toggleReaction(store, id, THUMBS_UP)),
      },
      { keys: [':'], name: texts.react, act: withMessage((_store, { id }) => float('reactions', id)) },
      { keys: ['i'], name: texts.menu, act: withMessage((_store, { id }) => float('menu', id)) },
      {
        keys: ['e'],
        name: texts.edit,
        act: withMessage((store, message) => {
          if (permissionsOn(store, message).canEditContent) void startEditing(message.id)
        }),
      },
      { keys: ['>'], name: texts.quote, act: withMessage(quote) },
      {
        keys: ['Ctrl+S'],
        name: texts.star,
        act: withMessage((_store, { id, flags }) => setFlag('starred', id, !flags.includes('starred'))),
      },
      {
        keys: ['-'],
        name: texts.collapse,
        act: withMessage((_store, { id, flags }) => setFlag('collapsed', id, !flags.includes('collapsed'))),
      },
    ],
  },
  {
    name: texts.writeSection,
    shortcuts: [
      { keys: ['c'], name: texts.writeToChannel, act: () => focusComposer() || openSearch('channel') },
      { keys: ['x'], name: texts.writeToPerson, act: () => openSearch('person') },
      { keys: ['Escape'], name: texts.leave, act: leave },
      {
        keys: ['?'],
        name: texts.list,
        act: () => {
          isListShown.value = true
        },
      },
    ],
  },
]

/** From a message to the list, from the list to the first view. */
function leave(store: Store): void {
  if (messageInFocus() !== undefined) document.querySelector<HTMLElement>('#main [role="log"]')?.focus()
  else if (store.settings.peek().web_escape_navigates_to_home_view) location.hash = homeHash(store)
}

const focusFirst = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus()
