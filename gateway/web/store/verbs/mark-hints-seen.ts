import { server } from '../requests/server.ts'

/**
 * Tells the server that the reader has seen hints. The hints of a failed call are shown again on the next
 * visit.
 */
export async function markHintsSeen(steps: readonly string[]): Promise<void> {
  for (const onboarding_step of steps) {
    await server
      .call('POST /users/me/onboarding_steps', { onboarding_step }, { isRepeatable: true })
      .catch(() => undefined)
  }
}
