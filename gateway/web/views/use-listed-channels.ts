import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Answer } from '../client/index.ts'
import type { ServerEvent } from '../model/wire.ts'
import { server } from '../store/requests/server.ts'
import { useStore } from '../store/use-store.ts'

export type ListedChannel = Answer<'GET /streams'>['streams'][number]

/** Shortest time between two requests while channels change. */
const AGAIN_MS = 2000

const changesList = ({ type }: ServerEvent): boolean => type === 'stream' || type === 'subscription'

/**
 * The data of channels that the state lacks, by id: archived ones, and numbers of subscribers. It follows the
 * changes. Undefined while it is loading, `failed` if it cannot be loaded.
 */
export function useListedChannels(): ReadonlyMap<number, ListedChannel> | 'failed' | undefined {
  const store = useStore()
  const listed = useSignal<ReadonlyMap<number, ListedChannel> | 'failed' | undefined>(undefined)
  useEffect(() => {
    let isShown = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const load = async () => {
      try {
        const answer = await server.call('GET /streams', { exclude_archived: false, include_all: true })
        if (isShown) listed.value = new Map(answer.streams.map((channel) => [channel.stream_id, channel]))
      } catch {
        if (isShown) listed.value ??= 'failed'
      }
    }
    const follow = (event: ServerEvent) => {
      if (timer !== undefined || !changesList(event)) return
      timer = setTimeout(() => {
        timer = undefined
        void load()
      }, AGAIN_MS)
    }
    void load()
    store.listeners.add(follow)
    return () => {
      isShown = false
      clearTimeout(timer)
      store.listeners.delete(follow)
    }
  }, [store])
  return listed.value
}
