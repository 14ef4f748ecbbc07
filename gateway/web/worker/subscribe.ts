import { Api } from '../client/api.ts'
import { session } from '../client/credentials.ts'

/** Subscribes this browser with the server's key, anew if it was another key, and tells the server. */
export async function subscribe(
  { pushManager }: ServiceWorkerRegistration,
  publicKey: string,
  csrfToken: string,
): Promise<void> {
  const known = await pushManager.getSubscription()
  const isCurrent = known !== null && keyOf(known) === publicKey
  if (known !== null && !isCurrent) await known.unsubscribe()
  const subscription = isCurrent
    ? known
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) })
  const { p256dh, auth } = subscription.toJSON().keys as { p256dh: string; auth: string }
  const server = new Api({ url: location.origin, credentials: session(() => csrfToken) })
  await server.call(
    'POST /users/me/web_push_subscription',
    { endpoint: subscription.endpoint, p256dh, auth },
    { isRepeatable: true },
  )
}

const keyOf = ({ options }: PushSubscription): string | undefined => {
  const key = options.applicationServerKey
  if (key === null) return undefined
  return btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
