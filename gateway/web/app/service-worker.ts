import type { OpenRequest } from '../worker/worker-scope.ts'

/** Starts the service worker, and opens the conversations of notifications that the reader clicks. */
export function startServiceWorker(): void {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<OpenRequest>) => {
    if (data.type === 'open') location.hash = data.hash
  })
  // Without it the page works too; only notifications and the start without a connection are missing.
  navigator.serviceWorker.register('/service-worker.js').catch(() => undefined)
}
