import { editLast } from '../compose/edit-last.ts'
import { openConversation, quote, replyWithMention } from '../message/actions.ts'
import { openImages } from '../message/content/message-images.ts'
import { startEditing } from '../message/editing.ts'
import { articleOf, chosenMessage, focusComposer } from '../message/focus.ts'
import { conversationOf } from '../model/conversation.ts'
import type { Message } from '../model/wire.ts'
import { type MessageOverlay, overlay } from '../parts/floating/overlay.ts'
import { type MessagePermissions, permissionsOn } from '../store/derived/message-permissions.ts'
import type { Store } from '../store/state/store.ts'
import { setFlag } from '../store/verbs/flag-messages.ts'
import { toggleReaction } from '../store/verbs/react.ts'
import { t } from '../texts/texts.ts'
import type { Shortcut } from './shortcut.ts'
import { lookAt, markUnreadFromMessage, openMenuOfPlace } from './topic-keys.ts'

/** Runs an action on the message that shows its toolbar. Messages on their way have no actions. */
export const withMessage = (act: (store: Store, message: Message) => unknown) => (store: Store) => {
  const message = store.messages.get(chosenMessage(store) ?? Number.NaN)?.peek()
  if (message !== undefined && message.outgoing === undefined) act(store, message)
}

/** Opens a menu or card beside the message. */
const float = (kind: 'menu' | 'reactions' | 'person') =>
  withMessage((store, { id, sender_id: person }) => {
    const anchor = articleOf(id)
    if (anchor !== undefined)
      overlay(store).value = kind === 'person' ? { kind, person, anchor } : { kind, id, anchor }
  })

/** Opens a dialog about the message when the reader may use it. */
const dialog = (kind: MessageOverlay, isAllowed: (may: MessagePermissions) => boolean = () => true) =>
  withMessage((store, message) => {
    if (isAllowed(permissionsOn(store, message))) overlay(store).value = { kind, id: message.id }
  })

const THUMBS_UP = { emoji_name: '+1', emoji_code: '1f44d', reaction_type: 'unicode_emoji' } as const

const { shortcuts: texts } = t

export const MESSAGE_SHORTCUTS: readonly Shortcut[] = [
  {
    keys: ['r', 'Enter'],
    name: texts.reply,
    writes: true,
    act: (store) => {
      const message = store.messages.get(chosenMessage(store) ?? Number.NaN)?.peek()
      if (!focusComposer(store) && message !== undefined)
        openConversation(store, conversationOf(message, store.me))
    },
  },
  {
    keys: ['R'],
    name: texts.replyDirectly,
    writes: true,
    act: withMessage((store, { sender_id }) =>
      openConversation(store, { kind: 'direct', people: [sender_id] }),
    ),
  },
  { keys: ['@'], name: texts.replyWithMention, writes: true, act: withMessage(replyWithMention) },
  { keys: ['>'], name: texts.quote, writes: true, act: withMessage(quote) },
  { keys: ['<'], name: texts.forward, act: dialog('forward') },
  {
    keys: ['+'],
    name: texts.thumbsUp,
    act: withMessage((store, { id }) => toggleReaction(store, id, THUMBS_UP)),
  },
  {
    keys: ['='],
    name: texts.firstReaction,
    act: withMessage((store, { id, reactions: [first] }) => first && toggleReaction(store, id, first)),
  },
  { keys: [':'], name: texts.react, act: float('reactions') },
  {
    keys: ['i'],
    name: texts.menu,
    act: (store) => {
      if (!openMenuOfPlace(store)) float('menu')(store)
    },
  },
  { keys: ['u'], name: texts.sender, act: float('person') },
  {
    keys: ['e'],
    name: texts.edit,
    act: withMessage((store, message) => {
      if (permissionsOn(store, message).canEditContent) void startEditing(store, message.id)
      else overlay(store).value = { kind: 'source', id: message.id }
    }),
  },
  { keys: ['ArrowLeft'], name: texts.editLast, act: editLast },
  { keys: ['m'], name: texts.move, act: dialog('move', (may) => may.canChangeTopic || may.canChangeChannel) },
  { keys: ['H'], name: texts.history, act: dialog('history', (may) => may.canSeeHistory) },
  { keys: ['V'], name: texts.readers, act: dialog('readers', (may) => may.canSeeReaders) },
  {
    keys: ['v'],
    name: texts.images,
    act: withMessage(openImages),
  },
  {
    keys: ['Ctrl+S'],
    name: texts.star,
    act: withMessage((store, { id, flags }) => setFlag(store, 'starred', id, !flags.includes('starred'))),
  },
  { keys: ['z'], name: texts.lookAt, act: withMessage(lookAt) },
  { keys: ['U'], name: texts.markUnread, act: withMessage(markUnreadFromMessage) },
  {
    keys: ['-'],
    name: texts.collapse,
    act: withMessage((store, { id, flags }) => setFlag(store, 'collapsed', id, !flags.includes('collapsed'))),
  },
]
