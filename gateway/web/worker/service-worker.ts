import { open, receive } from './push-notices.ts'
import { registeredReader } from './registered-reader.ts'
import { dropFormerShells, keepShell, shellResponse } from './shell-cache.ts'
import { subscribe } from './subscribe.ts'
import { scope } from './worker-scope.ts'

/*
 * The part of the client that runs without a page: it opens the page without a connection and shows
 * notifications. A new version replaces the former one at once, because pages ask the server first.
 */

scope.addEventListener('install', (event) => event.waitUntil(keepShell().then(() => scope.skipWaiting())))

scope.addEventListener('activate', (event) =>
  event.waitUntil(dropFormerShells().then(() => scope.clients.claim())),
)

scope.addEventListener('fetch', (event) => {
  const response = shellResponse(event.request)
  if (response !== undefined) event.respondWith(response)
})

scope.addEventListener('push', (event) => {
  if (event.data !== null) event.waitUntil(receive(event.data.json()))
})

scope.addEventListener('notificationclick', (event) => event.waitUntil(open(event.notification)))

scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAgain()))

/** The push service ended the subscription. */
async function subscribeAgain(): Promise<void> {
  const reader = await registeredReader()
  if (reader !== undefined) await subscribe(scope.registration, reader.publicKey, reader.csrfToken)
}
