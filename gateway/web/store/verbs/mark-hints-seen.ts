import { server } from '../requests/server.ts'

const prefixOf = (me: number): string => `loquat hints ${me}`

/** The hints that the reader has seen in this browser and of which the server may not know. */
export function hintsSeenHere(me: number): readonly string[] {
  try {
    return JSON.parse(localStorage.getItem(prefixOf(me)) ?? '[]') as string[]
  } catch {
    return []
  }
}

function keepHere(me: number, steps: readonly string[]): void {
  try {
    if (steps.length === 0) localStorage.removeItem(prefixOf(me))
    else localStorage.setItem(prefixOf(me), JSON.stringify(steps))
  } catch {
    // Then the hints of a failed call are shown again on the next visit.
  }
}

/**
 * Tells the server that the reader has seen hints. This browser remembers the hints that it could not report.
 */
export async function markHintsSeen(me: number, steps: readonly string[]): Promise<void> {
  keepHere(me, [...new Set([...hintsSeenHere(me), ...steps])])
  const told = await Promise.all(
    hintsSeenHere(me).map((onboarding_step) =>
      server.call('POST /users/me/onboarding_steps', { onboarding_step }, { isRepeatable: true }).then(
        () => [onboarding_step],
        () => [],
      ),
    ),
  )
  const known = new Set(told.flat())
  keepHere(
    me,
    hintsSeenHere(me).filter((step) => !known.has(step)),
  )
}
