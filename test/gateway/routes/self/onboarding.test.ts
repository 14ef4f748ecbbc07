import { beforeAll, expect, test } from 'vitest'
import { statement } from '../../../../core/platform/db/statements/statement.ts'
import type { Body } from '../../../harness/client.ts'
import { newcomer } from '../changes.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, core, ok, realm, refusal, setUpStage, url } from '../stage.ts'

setUpStage()

const UNSEE = statement('test.unsee', 'DELETE FROM onboarding_step_seen')
beforeAll(() => core.db.run(UNSEE))

const left = async (name: string): Promise<string[]> => {
  const { onboarding_steps } = await ok(as(name).post('/register', { event_types: ['onboarding_steps'] }))
  return onboarding_steps.map((step: Body) => step.name)
}
const see = (name: string, onboarding_step: string) =>
  as(name).post('/users/me/onboarding_steps', { onboarding_step })

test('a step that a user has seen is not shown again, in any of the user’s clients', async () => {
  const all = await left('hamlet')
  expect(all).toContain('visibility_policy_banner')
  const events = await eventsDuring(['onboarding_steps'], ['hamlet', 'cordelia'], async () => {
    for (const step of ['visibility_policy_banner', 'intro_resolve_topic', 'intro_resolve_topic']) {
      await ok(see('hamlet', step))
    }
  })
  const rest = all.filter((name) => name !== 'visibility_policy_banner')
  const event = (names: string[]) => ({
    type: 'onboarding_steps',
    onboarding_steps: names.map((name) => ({ type: 'one_time_notice', name })),
  })
  const few = rest.filter((name) => name !== 'intro_resolve_topic')
  expect(events).toEqual({ hamlet: [event(rest), event(few)], cordelia: [] })
  expect(await left('hamlet')).toEqual(few)
  expect(await left('cordelia')).toEqual(all)
})

test('unknown steps are refused', async () => {
  for (const step of ['', 'nonexistent', 'VISIBILITY_POLICY_BANNER']) {
    expect(await refusal(see('hamlet', step))).toEqual(bad(`Unknown onboarding_step: ${step}`))
  }
  expect((await see('hamlet', 'x'.repeat(101))).status).toBe(400)
  expect((await as('hamlet').post('/users/me/onboarding_steps')).body.code).toBe('REQUEST_VARIABLE_MISSING')
})

test('bots have no steps', async () => {
  const { client } = await newcomer(core, realm, url, { email: 'guide@demo.test', botType: 1 })
  const { onboarding_steps } = await ok(client.post('/register', { event_types: ['onboarding_steps'] }))
  expect(onboarding_steps).toEqual([])
  const answer = client.post('/users/me/onboarding_steps', { onboarding_step: 'intro_resolve_topic' })
  expect((await answer).status).toBe(400)
})
