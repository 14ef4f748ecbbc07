import { slice } from './slice.ts'

/** The names of the hints that the reader has not seen on any device. */
export const onboarding = slice<ReadonlySet<string>>({
  from: ({ onboarding_steps }) => namesOf(onboarding_steps),
  apply: (state, event) => (event.type === 'onboarding_steps' ? namesOf(event.onboarding_steps) : state),
})

const namesOf = (steps: readonly { readonly name: string }[]): ReadonlySet<string> =>
  new Set(steps.map(({ name }) => name))
