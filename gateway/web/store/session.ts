import { batch, signal } from '@preact/signals'
import type { Connection, LiveEvent, Status } from '../client/index.ts'
import type { Registration } from '../model/wire.ts'
import { dropCopyOfSession } from './copy/copy-mark.ts'
import { forFrames } from './frames.ts'
import { registerOptions } from './requests/register-options.ts'
import { endCalls, server } from './requests/server.ts'
import { Store } from './state/store.ts'
import { loadMissing } from './verbs/load-messages.ts'
import { showUnsent, updateSending } from './verbs/send.ts'

/** The state of this page; undefined until the first registration. */
export const store = signal<Store | undefined>(undefined)
/** The state of the connection to the server. */
export const link = signal<Status>({ name: 'connecting' })

const events = forFrames<LiveEvent>((arrived) =>
  batch(() => {
    for (const event of arrived) {
      try {
        store.value?.apply(event)
      } catch (error) {
        // The other events of the frame are applied all the same.
        reportError(error)
      }
    }
  }),
)

/**
 * Registers, then applies events until the session ends. A later registration replaces the state. The events
 * of one frame are applied together.
 */
export const startSession = (): Connection =>
  server.connect({
    register: registerOptions,
    onState: (snapshot) =>
      batch(() => {
        events.clear()
        store.value = new Store(snapshot as Registration)
        const current = store.value
        current.onMissing = (ids) => void loadMissing(current, ids)
        showUnsent(current)
      }),
    onEvent: events.add,
    onStatus: (status) => {
      if (status.name === 'ended') {
        endCalls()
        if (status.error.status === 401) void dropCopyOfSession()
      }
      link.value = status
    },
    onSending: (sending) => updateSending(store.value, sending),
  })
