import type { KeptConversation } from './choose-kept.ts'
import type { KeptState } from './kept-state.ts'

const NAME = 'loquat-offline'
const STATE = 'state'
const CONVERSATIONS = 'conversations'

/** The reader of the conversations, and the state that shows them. */
export interface CopyOwner {
  readonly user: number
  /** The address of the organization. */
  readonly organization: string
}

export interface Copy {
  readonly owner: CopyOwner
  readonly state: KeptState
  /** Unix milliseconds. */
  readonly savedAt: number
  readonly conversations: readonly KeptConversation[]
}

/** The change of a copy: its new state, conversations to put, and keys of conversations to delete. */
export interface CopyChange extends Omit<Copy, 'conversations'> {
  readonly isWhole: boolean
  readonly changed: readonly KeptConversation[]
  readonly gone: readonly string[]
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STATE)
    request.result.createObjectStore(CONVERSATIONS, { keyPath: 'key' })
  }
  return resultOf(request)
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** The copy of this person; undefined without one, and where the browser stores nothing. */
export async function readCopy(organization: string): Promise<Copy | undefined> {
  try {
    const database = await open()
    try {
      const transaction = database.transaction([STATE, CONVERSATIONS])
      const about = resultOf<Omit<Copy, 'conversations'> | undefined>(
        transaction.objectStore(STATE).get(STATE),
      )
      const all = resultOf<KeptConversation[]>(transaction.objectStore(CONVERSATIONS).getAll())
      const [state, conversations] = await Promise.all([about, all])
      return state?.owner.organization === organization ? { ...state, conversations } : undefined
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

/** Changes the copy in one transaction. Throws when the browser stores nothing. */
export async function writeCopy({ isWhole, changed, gone, ...about }: CopyChange): Promise<void> {
  const database = await open()
  try {
    const transaction = database.transaction([STATE, CONVERSATIONS], 'readwrite')
    const conversations = transaction.objectStore(CONVERSATIONS)
    if (isWhole) conversations.clear()
    for (const key of gone) conversations.delete(key)
    for (const conversation of changed) conversations.put(conversation)
    transaction.objectStore(STATE).put(about, STATE)
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

/** Deletes the copy. Does nothing without one. */
export async function deleteCopy(): Promise<void> {
  try {
    await resultOf(indexedDB.deleteDatabase(NAME))
  } catch {
    // Forbidden storage: nothing was stored.
  }
}
