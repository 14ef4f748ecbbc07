import { signal } from '@preact/signals'
import { csrfToken } from '../client/csrf-token.ts'
import { server } from '../store/requests/server.ts'
import { eachPage } from '../store/state/page.ts'
import type { Store } from '../store/state/store.ts'
import { forgetReader, keepReader, registeredReader } from '../worker/registered-reader.ts'
import { subscribe } from '../worker/subscribe.ts'

/** Whether this device is notified while no page is open. */
export type DeviceState =
  | 'off'
  | 'on'
  | 'turningOn'
  | 'turningOff'
  | 'failed'
  /** The reader told the browser to show no notifications of this site. */
  | 'denied'
  /** On iPhones and iPads only an installed app is notified. */
  | 'needsInstall'
  | 'unsupported'

export const deviceState = eachPage(() => signal<DeviceState>('off'))

/** A service worker that has not started by then has failed. */
const START_MS = 15_000
/** Logging out waits no longer for the push service. */
const LOG_OUT_MS = 2000

const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

/** Reads how things stand, and renews the registration of a device that is notified. */
export async function beginDevice(store: Store): Promise<void> {
  if (!isSupported()) {
    deviceState(store).value = isApplePhone() ? 'needsInstall' : 'unsupported'
    return
  }
  if (Notification.permission === 'denied') {
    deviceState(store).value = 'denied'
    return
  }
  const reader = await registeredReader()
  const isOn = reader?.user === store.me && Notification.permission === 'granted'
  deviceState(store).value = isOn ? 'on' : 'off'
  if (isOn) await register(store).catch(() => undefined) // the server may be away; the next page tries again
}

/** Asks for leave, subscribes and registers. The state says how it went. */
export async function turnDeviceOn(store: Store): Promise<void> {
  deviceState(store).value = 'turningOn'
  try {
    const permission = await Notification.requestPermission()
    if (permission !== 'granted') {
      deviceState(store).value = permission === 'denied' ? 'denied' : 'off'
      return
    }
    await register(store)
    deviceState(store).value = 'on'
  } catch {
    deviceState(store).value = 'failed'
  }
}

export async function turnDeviceOff(store: Store): Promise<void> {
  deviceState(store).value = 'turningOff'
  await forgetReader()
  deviceState(store).value = await unregister().then(
    () => 'off',
    () => 'failed',
  )
}

/**
 * Ends everything that would notify the former reader of this device. Logging out goes on even if that fails.
 */
export async function leaveDevice(): Promise<void> {
  if (!isSupported() || (await registeredReader()) === undefined) return
  await forgetReader()
  const late = new Promise((resolve) => setTimeout(resolve, LOG_OUT_MS))
  await Promise.race([unregister().catch(() => undefined), late])
}

async function register(store: Store): Promise<void> {
  const { public_key: publicKey } = await server.call('GET /web_push/public_key')
  const registration = await startedWorker()
  // First, so that no notification comes before the worker knows whose it is.
  await keepReader({ user: store.me, csrfToken: csrfToken(), publicKey })
  try {
    await subscribe(registration, publicKey, csrfToken())
  } catch (error) {
    if (deviceState(store).value !== 'on') await forgetReader()
    throw error
  }
}

async function startedWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('the service worker did not start')), START_MS),
  )
  return Promise.race([navigator.serviceWorker.ready, late])
}

async function unregister(): Promise<void> {
  const registration = await startedWorker()
  for (const notice of await registration.getNotifications()) notice.close()
  const subscription = await registration.pushManager.getSubscription()
  if (subscription === null) return
  const { endpoint } = subscription
  await subscription.unsubscribe()
  await server.call('DELETE /users/me/web_push_subscription', { endpoint }, { attempts: 1 })
}
