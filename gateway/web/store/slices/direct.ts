import { type Conversation, conversationKey, conversationOf, directWith } from '../../model/conversation.ts'
import { slice } from './slice.ts'

export interface DirectConversation {
  readonly conversation: Conversation & { readonly kind: 'direct' }
  /** Id of its newest message. */
  readonly newest: number
}

/** The direct conversations of the reader, by key. */
export interface Direct {
  readonly me: number
  readonly conversations: ReadonlyMap<string, DirectConversation>
}

export const direct = slice<Direct>({
  from: ({ user_id: me, recent_private_conversations }) => ({
    me,
    conversations: new Map(
      recent_private_conversations.map(({ user_ids, max_message_id }) => {
        const conversation = directWith(user_ids, me)
        return [conversationKey(conversation), { conversation, newest: max_message_id }]
      }),
    ),
  }),
  apply: (state, event) => {
    if (event.type !== 'message' || event.message.type !== 'private') return state
    const conversation = conversationOf({ ...event.message, flags: event.flags }, state.me)
    if (conversation.kind !== 'direct') return state
    const conversations = new Map(state.conversations)
    conversations.set(conversationKey(conversation), { conversation, newest: event.message.id })
    return { ...state, conversations }
  },
})
