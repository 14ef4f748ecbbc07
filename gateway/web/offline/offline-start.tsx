import { useEffect, useState } from 'preact/hooks'
import { LoadingShell } from '../shell/loading-shell.tsx'
import { StartFailed } from '../shell/start-failed.tsx'
import type { KeptConversation } from '../store/copy/choose-kept.ts'
import { readCopy } from '../store/copy/copy-database.ts'
import { storeOf } from '../store/copy/kept-state.ts'
import type { Page } from '../store/state/page.ts'
import type { Store } from '../store/state/store.ts'
import { showTheme } from '../store/theme.ts'
import { usePage } from '../store/use-page.ts'
import { StoreContext } from '../store/use-store.ts'
import { OfflineShell } from './offline-shell.tsx'

interface Opened {
  readonly store: Store
  readonly conversations: readonly KeptConversation[]
  readonly savedAt: number
}

/** Reads the copy on this device and shows it, until the state of the server replaces it. */
export function OfflineStart() {
  const page = usePage()
  const [opened, setOpened] = useState<Opened | 'reading' | 'nothing'>('reading')
  useEffect(() => {
    let isShown = true
    void open(page).then((found) => {
      if (isShown) setOpened(found ?? 'nothing')
    })
    return () => {
      isShown = false
    }
  }, [])
  if (opened === 'reading') return <LoadingShell />
  if (opened === 'nothing') return <StartFailed />
  return (
    <StoreContext.Provider value={opened.store}>
      <OfflineShell conversations={opened.conversations} savedAt={opened.savedAt} />
    </StoreContext.Provider>
  )
}

async function open(page: Page): Promise<Opened | undefined> {
  const copy = await readCopy(location.origin)
  if (copy === undefined || copy.conversations.length === 0) return undefined
  const newest = ({ messages }: KeptConversation) => messages.at(-1)!.id
  const conversations = [...copy.conversations].sort((a, b) => newest(b) - newest(a))
  const store = storeOf(copy.state, conversations, page)
  showTheme(store)
  return { store, conversations, savedAt: copy.savedAt }
}
