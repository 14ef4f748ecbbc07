import { conversationOf } from '../model/conversation.ts'
import { desktopApp } from '../model/desktop-app.ts'
import { hashOf } from '../model/route.ts'
import type { ServerEvent } from '../model/wire.ts'
import { textOfHtml } from '../parts/text-of-html.ts'
import { channelName, namesOf } from '../store/derived/names.ts'
import type { Store } from '../store/state/store.ts'
import { t } from '../texts/texts.ts'
import type { NoticeData } from '../worker/push-notices.ts'
import { notificationFor } from './notification-for.ts'
import { playSound } from './play-sound.ts'

/** Most characters of a message in a notification. */
const MOST_SHOWN = 200

/** Tells the reader of new messages while the page is not in view. Returns a function that ends it. */
export function notifyOfMessages(store: Store): () => void {
  const heard = (event: ServerEvent) => {
    if (event.type !== 'message' || document.hasFocus()) return
    const { isShown, isHeard } = notificationFor(store, event)
    if (isShown) void show(store, event)
    if (isHeard && store.settings.peek().notification_sound !== 'none') playSound(store)
  }
  store.listeners.add(heard)
  return () => store.listeners.delete(heard)
}

async function show(
  store: Store,
  { message, flags }: Extract<ServerEvent, { readonly type: 'message' }>,
): Promise<void> {
  const app = desktopApp()
  const isAllowed = 'Notification' in globalThis && Notification.permission === 'granted'
  if (app?.new_notification === undefined && !isAllowed) return
  const conversation = conversationOf({ ...message, flags }, store.me)
  const channel = conversation.kind === 'topic' ? channelName(store, conversation.channel) : undefined
  const isSecret =
    conversation.kind === 'direct' && !store.settings.peek().pm_content_in_desktop_notifications
  const title =
    channel === undefined
      ? message.sender_full_name
      : t.messageFrom(message.sender_full_name, `${channel} › ${namesOf(store, conversation)}`)
  const options = {
    body: isSecret ? t.newMessage : textOfHtml(message.content).slice(0, MOST_SHOWN),
    // A conversation shows its latest message only.
    tag: hashOf(conversation),
    ...(message.avatar_url && { icon: message.avatar_url }),
    silent: true,
  }
  const hash = hashOf(conversation, channel, message.id)
  const open = () => {
    focus()
    location.hash = hash
  }
  if (app?.new_notification !== undefined) {
    app.new_notification(title, options, (type) => {
      if (type === 'click') open()
      return true
    })
    return
  }
  const registration = await navigator.serviceWorker?.getRegistration()
  if (registration?.active) {
    // Like notifications of push messages, which it replaces; on phones a page cannot show one by itself.
    const data: NoticeData = { hash, messages: [message.id] }
    await registration.showNotification(title, { ...options, data })
    return
  }
  const shown = new Notification(title, options)
  shown.onclick = () => {
    open()
    shown.close()
  }
}
