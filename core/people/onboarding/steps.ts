import { type Sql, statement } from '../../platform/db/statement.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { unknownOnboardingStep } from './errors.ts'

/** The notices that clients show once, by the names that clients know. */
const STEPS = [
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

/** A notice that the user has not been shown yet. */
export interface OnboardingStep {
  readonly type: 'one_time_notice'
  readonly name: string
}

// onboarding_step_seen_pkey
const SEEN = statement('onboarding.seen', 'SELECT step FROM onboarding_step_seen WHERE user_id = $1')
const SEE = statement(
  'onboarding.see',
  `INSERT INTO onboarding_step_seen (user_id, step) VALUES ($1, $2)
   ON CONFLICT (user_id, step) DO NOTHING RETURNING step`,
)

/** The notices that a user has not seen yet; none for bots. One query. */
export async function onboardingSteps(sql: Sql, user: UserRecord): Promise<OnboardingStep[]> {
  return user.isBot ? [] : remaining(sql, user.id)
}

/**
 * Stores that the user has seen a notice, and emits the remaining ones to the user's clients. Throws for an
 * unknown notice.
 */
export async function markOnboardingStepSeen(caller: Caller, step: string): Promise<void> {
  const { core } = caller
  if (!STEPS.some((one) => one === step)) throw unknownOnboardingStep(step)
  await core.change(caller, async ({ tx, actor }) => {
    if ((await tx.run(SEE, [actor.id, step])).length === 0) return
    const onboarding_steps = await remaining(tx, actor.id)
    tx.emit({ type: 'onboarding_steps', onboarding_steps }, toUsers([actor.id]))
  })
}

async function remaining(sql: Sql, user: UserId): Promise<OnboardingStep[]> {
  const seen = new Set((await sql.run<{ step: string }>(SEEN, [user])).map((row) => row.step))
  return STEPS.filter((step) => !seen.has(step)).map((name) => ({ type: 'one_time_notice', name }))
}
