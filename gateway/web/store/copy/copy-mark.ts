import { signal } from '@preact/signals'
import { csrfToken, currentToken } from '../../client/csrf-token.ts'
import { eachPage, type OnPage } from '../state/page.ts'
import { deleteCopy } from './copy-database.ts'

/*
 * A mark for the first load: whether this device keeps a copy of conversations, and for which reader. It is
 * in the browser's local storage; the conversations are in the database.
 */

const SWITCH = 'loquat offline'
const OWNER = 'loquat offline owner'
/** Logging out waits no longer for the database. */
const DELETION_MS = 2000

/** Whether the reader lets this device keep conversations. */
export const keepsCopy = eachPage(() => {
  const keeps = signal(isCopyAllowed())
  // Another page may change it.
  addEventListener('storage', ({ key }) => {
    if (key === SWITCH) keeps.value = isCopyAllowed()
  })
  return keeps
})

const isCopyAllowed = (): boolean => stored(SWITCH) !== 'off'

/** Without a service worker the page does not open offline, so a copy would be of no use. */
export const canKeepCopy = (): boolean => 'serviceWorker' in navigator && 'locks' in navigator

export async function setKeepsCopy(page: OnPage, isOn: boolean): Promise<void> {
  store(SWITCH, isOn ? undefined : 'off')
  keepsCopy(page).value = isOn
  if (!isOn) await dropCopy()
}

/** Whether this device has a copy for the session that this browser has now. */
export const hasCopy = (): boolean => {
  const owner = ownerOf()
  return owner !== undefined && isCopyAllowed() && owner.session === currentToken()
}

/** Marks the copy as this person's, for this session. */
export const markCopy = (me: number): void => store(OWNER, `${me} ${csrfToken()}`)

/** Deletes the copy unless it is this person's, from this session. */
export async function dropCopyOfOthers(me: number): Promise<void> {
  const owner = ownerOf()
  if (owner !== undefined && (owner.user !== me || owner.session !== csrfToken())) await dropCopy()
}

/**
 * Deletes the copy after the end of this page's session, unless somebody has logged in since and has a copy.
 */
export async function dropCopyOfSession(): Promise<void> {
  const owner = ownerOf()
  const isOfNextSession = owner?.session === currentToken() && owner.session !== csrfToken()
  if (owner !== undefined && !isOfNextSession) await dropCopy()
}

/** Deletes the copy. Resolves when it is deleted, or after two seconds. */
export async function dropCopy(): Promise<void> {
  store(OWNER, undefined)
  await Promise.race([deleteCopy(), new Promise((resolve) => setTimeout(resolve, DELETION_MS))])
}

function ownerOf(): { readonly user: number; readonly session: string } | undefined {
  const [user, session] = stored(OWNER)?.split(' ') ?? []
  return user === undefined || session === undefined ? undefined : { user: Number(user), session }
}

function stored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined // forbidden storage
  }
}

function store(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {
    // Forbidden or full storage: then there is no copy.
  }
}
