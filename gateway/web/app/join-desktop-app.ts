import { effect } from '@preact/signals'
import { RequestError } from '../client/index.ts'
import { isListShown } from '../keyboard/list-shown.ts'
import { conversationOf } from '../model/conversation.ts'
import { desktopApp } from '../model/desktop-app.ts'
import { hashOf } from '../model/route.ts'
import { runCommand } from '../parts/commands.ts'
import { unreadInTitle } from '../store/derived/counts.ts'
import { channelName } from '../store/derived/names.ts'
import { server } from '../store/requests/server.ts'
import type { Session } from '../store/session.ts'
import type { Store } from '../store/state/store.ts'
import { findMessage } from '../store/verbs/find-message.ts'
import { showNotice } from '../store/verbs/notice.ts'
import { t } from '../texts/texts.ts'

/** Tells the desktop app the number of unread messages, and the name and icon of the organization. */
export function tellDesktopApp(state: Store): () => void {
  const app = desktopApp()
  if (app === undefined) return () => undefined
  const ends = [
    effect(() => void app.send_event('total_unread_count', unreadInTitle(state))),
    effect(() => void app.send_event('realm_name', state.realm.value.name)),
    effect(() => {
      const { href } = new URL(state.realm.value.icon, location.origin)
      app.send_event('realm_icon_url', href)
    }),
  ]
  return () => {
    for (const end of ends) end()
  }
}

/** Does what the menus and notifications of the desktop app ask for. Call it once: it cannot be undone. */
export function followDesktopApp({ page, store }: Session): void {
  const app = desktopApp()
  if (app === undefined) return
  app.on_event('logout', () => void runCommand(page, 'log-out'))
  app.on_event('show-keyboard-shortcuts', () => {
    isListShown(page).value = true
  })
  app.on_event('show-notification-settings', () => {
    location.hash = '#settings/notifications'
  })
  app.on_event('show-download-success', (title: string, description: string) =>
    showNotice(page, `${title}: ${description}`),
  )
  app.set_send_notification_reply_message_supported?.(true)
  app.on_event(
    'send_notification_reply_message',
    (id: number, text: string) => void reply(store.peek(), id, text),
  )
}

/** Sends what was written into a notification, and opens the conversation. */
async function reply(state: Store | undefined, id: number, text: string): Promise<void> {
  if (state === undefined) return
  try {
    const message = await findMessage(id)
    if (message === undefined) throw new Error(t.messageGone)
    const conversation = conversationOf(message, state.me)
    const to =
      conversation.kind === 'topic'
        ? ({ type: 'channel', to: conversation.channel, topic: conversation.topic } as const)
        : ({ type: 'direct', to: conversation.people } as const)
    await server.call('POST /messages', { ...to, content: text, read_by_sender: true })
    const channel = conversation.kind === 'topic' ? channelName(state, conversation.channel) : undefined
    location.hash = hashOf(conversation, channel, id)
  } catch (error) {
    const status = error instanceof RequestError ? error.status : 0
    const message = error instanceof Error ? error.message : String(error)
    desktopApp()?.send_event('send_notification_reply_message_failed', {
      message_id: id,
      data: { content: text },
      error: { status, message },
    })
  }
}
