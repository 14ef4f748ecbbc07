import { signal } from '@preact/signals'
import { RequestError } from '../client/index.ts'
import { t } from '../texts/texts.ts'

/** One line about what a person just did: that it was refused and why, or that it was done. Undefined for nothing. */
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

/** Awaits something that a person asked for. A refusal becomes the notice. Resolves with whether it was done. */
export async function attempt(asked: Promise<unknown>): Promise<boolean> {
  try {
    await asked
    return true
  } catch (error) {
    showNotice(reasonOf(error), true)
    return false
  }
}

/** Why a call failed, for people. */
export const reasonOf = (error: unknown): string =>
  error instanceof RequestError && error.status > 0 ? error.message : t.serverAway
