import type { Saving } from './saving.ts'

/** Says why the last change failed. Empty otherwise. */
export const Problem = ({ saving, id }: { saving: Saving; id?: string }) => (
  <p id={id} class="problem" role="alert">
    {saving.name === 'failed' && saving.problem}
  </p>
)
