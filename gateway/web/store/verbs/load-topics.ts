import { server } from '../requests/server.ts'
import { eachPage } from '../state/page.ts'
import type { Store } from '../state/store.ts'

const channelsInLoading = eachPage(() => new Set<number>())

/** Fetches the topics of a channel, unless they are known. */
export async function loadTopics(store: Store, channel: number): Promise<void> {
  if (store.topics.of(channel).peek() === undefined) await refreshTopics(store, channel)
}

/** Fetches the topics of a channel. */
export async function refreshTopics(store: Store, channel: number): Promise<void> {
  const loading = channelsInLoading(store)
  if (loading.has(channel)) return
  loading.add(channel)
  try {
    const { topics } = await server.call('GET /users/me/{stream_id}/topics', {
      stream_id: channel,
      allow_empty_topic_name: true,
    })
    store.topics.set(
      channel,
      topics.map(({ name, max_id }) => ({ name, newest: max_id })),
    )
  } catch {
    // Meanwhile the sidebar shows the topics with unread messages; opening the channel tries again.
  } finally {
    loading.delete(channel)
  }
}
