interface Environment {
  readonly navigator?: { readonly onLine?: boolean }
  addEventListener?(type: string, listener: () => void): void
  removeEventListener?(type: string, listener: () => void): void
}

const environment = globalThis as unknown as Environment

/** Whether the browser knows that the device has no network. Never in Node. */
export const isOffline = (): boolean => environment.navigator?.onLine === false

/**
 * Calls `listener` when the device goes online or offline, in browsers. Returns a function that ends this.
 */
export function onNetworkChange(listener: () => void): () => void {
  for (const type of ['online', 'offline']) environment.addEventListener?.(type, listener)
  return () => {
    for (const type of ['online', 'offline']) environment.removeEventListener?.(type, listener)
  }
}
