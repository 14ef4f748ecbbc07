import type { WebNotification } from '../../../core/notifying/push/web-notification.ts'

/** The scope of a service worker, as far as this one uses it. The types of the DOM do not have it. */
export interface WorkerScope {
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>
    openWindow(url: string): Promise<unknown>
    claim(): Promise<void>
  }
  skipWaiting(): Promise<void>
  addEventListener<K extends keyof WorkerEvents>(type: K, listener: (event: WorkerEvents[K]) => void): void
}

interface WindowClient {
  readonly url: string
  focus(): Promise<WindowClient>
  postMessage(message: OpenRequest): void
}

interface ExtendableEvent {
  waitUntil(work: Promise<unknown>): void
}

interface WorkerEvents {
  readonly install: ExtendableEvent
  readonly activate: ExtendableEvent
  readonly fetch: ExtendableEvent & {
    readonly request: Request
    respondWith(response: Promise<Response>): void
  }
  readonly push: ExtendableEvent & { readonly data: { json(): WebNotification } | null }
  readonly notificationclick: ExtendableEvent & { readonly notification: Notification }
  readonly pushsubscriptionchange: ExtendableEvent
}

/** Asks a page to show a conversation. */
export interface OpenRequest {
  readonly type: 'open'
  /** The address after the `#`, with it. */
  readonly hash: string
}

export const scope = globalThis as unknown as WorkerScope
