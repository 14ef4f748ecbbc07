import { signal } from '@preact/signals'
import type { ComponentType, VNode } from 'preact'

/**
 * A component whose script is fetched when it is first drawn. Until then, and after a failed fetch, it draws `waiting`. The
 * next drawing of the component tries again.
 */
export function deferred<P extends object>(
  fetchComponent: () => Promise<ComponentType<P>>,
  waiting: VNode | null = null,
): ComponentType<P> {
  const fetched = signal<ComponentType<P> | undefined>(undefined)
  let isFetching = false
  async function fetchOnce(): Promise<void> {
    if (isFetching) return
    isFetching = true
    try {
      fetched.value = await fetchComponent()
    } catch {
      isFetching = false
    }
  }
  return (props: P) => {
    const { value: Fetched } = fetched
    if (Fetched !== undefined) return <Fetched {...props} />
    void fetchOnce()
    return waiting
  }
}
