import { batch, type ReadonlySignal, signal } from '@preact/signals'
import type { LiveEvent, Status } from '../client/index.ts'
import type { Registration } from '../model/wire.ts'
import { dropCopyOfSession } from './copy/copy-mark.ts'
import { forFrames } from './frames.ts'
import { registerOptions } from './requests/register-options.ts'
import { endCalls, server } from './requests/server.ts'
import { eachPage, Page } from './state/page.ts'
import { Store } from './state/store.ts'
import { tellFailure } from './tell-failure.ts'
import { loadMissing } from './verbs/load-messages.ts'
import { sendBy, showUnsent, updateSending } from './verbs/send.ts'

/** A running client. */
export interface Session {
  readonly page: Page
  /** The state of the organization; undefined until the first registration. */
  readonly store: ReadonlySignal<Store | undefined>
}

/** The state of the connection to the server. */
export const link = eachPage(() => signal<Status>({ name: 'connecting' }))

/**
 * Registers, then applies events until the session ends. A later registration replaces the state. The events
 * of one frame are applied together.
 */
export function startSession(): Session {
  const page = new Page()
  const store = signal<Store | undefined>(undefined)
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
  const connection = server.connect({
    register: registerOptions,
    onState: (snapshot) =>
      batch(() => {
        events.clear()
        const current = new Store(snapshot as Registration, { page })
        store.value = current
        current.onMissing = (ids) => void loadMissing(current, ids)
        showUnsent(current)
      }),
    onEvent: events.add,
    onStatus: (status) => {
      if (status.name === 'ended') {
        endCalls()
        if (status.error.status === 401) void dropCopyOfSession()
      }
      link(page).value = status
    },
    onSending: (sending) => {
      updateSending(page, store.value, sending)
      if (store.value !== undefined) tellFailure(store.value, sending)
    },
  })
  sendBy(page, connection)
  return { page, store }
}
