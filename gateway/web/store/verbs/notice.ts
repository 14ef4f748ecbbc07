import { signal } from '@preact/signals'
import { RequestError } from '../../client/index.ts'
import { t } from '../../texts/texts.ts'

/**
 * One line about the user's last action: its success, or the reason of its refusal. Undefined when there is
 * none.
 */
export const notice = signal<{ readonly text: string; readonly isFailure: boolean } | undefined>(undefined)

const SHOWN_MS = 6000
let timer: ReturnType<typeof setTimeout> | undefined

export function showNotice(text: string, isFailure = false): void {
  notice.value = { text, isFailure }
  clearTimeout(timer)
  timer = setTimeout(() => {
    notice.value = undefined
  }, SHOWN_MS)
}

/** Awaits a user's action. Shows a failure as the notice. Resolves to whether the action succeeded. */
export async function attempt(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked
    return true
  } catch (error) {
    showNotice(reasonOf(error), true)
    return false
  }
}

/** Explains why a call failed. */
export const reasonOf = (error: unknown): string =>
  error instanceof RequestError && error.status > 0 ? error.message : t.serverAway
