import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { SPECTATOR } from '../../state/users/spectator.ts'
import { OnboardingStepSeen } from './entity.ts'
import { unknownOnboardingStep } from './errors.ts'

/** The notices that clients show once, by the names that clients know. */
export const STEPS = [
  'visibility_policy_banner',
  'intro_inbox_view_modal',
  'intro_recent_view_modal',
  'first_stream_created_banner',
  'jump_to_conversation_banner',
  'non_interleaved_view_messages_fading',
  'interleaved_view_messages_fading',
  'intro_resolve_topic',
  'navigation_tour_video',
] as const

/** A notice that the user has not seen yet. */
export interface OnboardingStep {
  readonly type: 'one_time_notice'
  readonly name: string
}

// onboarding_step_seen_pkey
export const STEPS_SEEN = statement(
  'onboarding.seen',
  'SELECT step FROM onboarding_step_seen WHERE user_id = $1',
)

/** The notices that a user has not seen yet; none for bots and spectators. One query. */
export async function onboardingSteps(sql: Sql, user: UserRecord): Promise<OnboardingStep[]> {
  return user.isBot || user === SPECTATOR ? [] : remaining(await seenBy(sql, user.id))
}

/**
 * Stores that the user has seen a notice, and emits the remaining ones to the user's clients. Throws for an
 * unknown notice.
 */
export async function markOnboardingStepSeen(caller: Caller, step: string): Promise<void> {
  const { core } = caller
  if (!STEPS.some((known) => known === step)) throw unknownOnboardingStep(step)
  await core.change(caller, async ({ tx, actor }) => {
    const seen = await seenBy(tx, actor.id)
    if (seen.includes(step)) return
    await tx.em.insert(OnboardingStepSeen, { userId: actor.id, step })
    const onboarding_steps = remaining([...seen, step])
    tx.emit({ type: 'onboarding_steps', onboarding_steps }, toUsers([actor.id]))
  })
}

async function seenBy(sql: Sql, user: UserId): Promise<string[]> {
  const rows = await sql.run<Columns<typeof OnboardingStepSeen, 'step'>>(STEPS_SEEN, [user])
  return rows.map((row) => row.step)
}

const remaining = (seen: readonly string[]): OnboardingStep[] =>
  STEPS.filter((step) => !seen.includes(step)).map((name) => ({ type: 'one_time_notice', name }))
