import type { MessageNotification, WebNotification } from '../../../core/notifying/push/web-notification.ts'
import { hashOf } from '../model/route.ts'
import { registeredReader } from './registered-reader.ts'
import { scope } from './worker-scope.ts'

/** Messages that a notification remembers, for their removal. */
const MAX_REMEMBERED = 100

/** The data of a notification of a conversation. */
export interface NoticeData {
  /** The address of the latest message after the `#`, with it. */
  readonly hash: string
  readonly messages: readonly number[]
}

/**
 * Shows or closes notifications as the server says. Those for another person than the registered one are
 * dropped.
 */
export async function receive(told: WebNotification): Promise<void> {
  if ((await registeredReader())?.user !== told.user_id) return
  if (told.event === 'message') await showMessage(told)
  else if (told.event === 'remove') await close(new Set(told.message_ids))
  else await scope.registration.showNotification(told.title, { body: told.body })
  if (told.event !== 'test') await showBadge(told.badge)
}

/** A conversation has one notification, with its latest message and the number of all. */
async function showMessage(told: MessageNotification): Promise<void> {
  const { message_id: id, title, body, icon } = told
  const { tag, hash } = placeOf(told)
  const [known] = await scope.registration.getNotifications({ tag })
  const earlier = (known?.data as NoticeData | undefined)?.messages ?? []
  if (earlier.includes(id)) return // sent twice
  const messages = [...earlier, id].slice(-MAX_REMEMBERED)
  const data: NoticeData = { hash, messages }
  const again = { renotify: known !== undefined }
  await scope.registration.showNotification(messages.length > 1 ? `${title} (${messages.length})` : title, {
    body,
    tag,
    data,
    ...(icon && { icon }),
    ...again,
  })
}

/** Closes the notifications all of whose messages were read or deleted. */
export async function close(gone: ReadonlySet<number>): Promise<void> {
  for (const notice of await scope.registration.getNotifications()) {
    const { messages } = (notice.data ?? { messages: [] }) as NoticeData
    if (messages.length > 0 && messages.every((id) => gone.has(id))) notice.close()
    else if (messages.some((id) => gone.has(id))) await forgetIn(notice, gone)
  }
}

/** Shows a notification again, quietly, without the messages that are gone. */
async function forgetIn(notice: Notification, gone: ReadonlySet<number>): Promise<void> {
  const { hash, messages } = notice.data as NoticeData
  const data: NoticeData = { hash, messages: messages.filter((id) => !gone.has(id)) }
  const { title, body, tag, icon } = notice
  await scope.registration.showNotification(title, { body, tag, ...(icon && { icon }), silent: true, data })
}

function placeOf(told: MessageNotification): { readonly tag: string; readonly hash: string } {
  const { channel_id: channel, channel_name: name, topic, user_ids: people, message_id: id } = told
  if (channel !== undefined && topic !== undefined) {
    const narrow = { kind: 'topic', channel, topic } as const
    return { tag: hashOf(narrow), hash: hashOf(narrow, name, id) }
  }
  if (people === undefined) return { tag: '#inbox', hash: '#inbox' }
  const narrow = { kind: 'direct', people } as const
  return { tag: hashOf(narrow), hash: hashOf(narrow, undefined, id) }
}

/** Opens the conversation of a notification, in a window that is open already if there is one. */
export async function open(notice: Notification): Promise<void> {
  notice.close()
  const { hash } = (notice.data ?? { hash: '' }) as Pick<NoticeData, 'hash'>
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const page = windows.find(({ url }) => new URL(url).pathname === '/')
  if (page === undefined) {
    await scope.clients.openWindow(`/${hash}`)
    return
  }
  if (hash !== '') page.postMessage({ type: 'open', hash })
  await page.focus()
}

async function showBadge(count: number): Promise<void> {
  const { setAppBadge } = navigator as { readonly setAppBadge?: (count: number) => Promise<void> }
  await setAppBadge?.call(navigator, count).catch(() => undefined)
}
