import { problemOf, type Saving } from './use-saving.ts'

interface ProblemProps {
  readonly saving: Saving
  readonly id?: string
  /** The label of the field that the problem is about, where it stands below one. */
  readonly label?: string
}

/** Says why the last change failed. Empty otherwise. */
export const Problem = ({ saving, id, label }: ProblemProps) => (
  <p id={id} class={label === undefined ? 'problem' : 'problem below-field'} role="alert">
    {problemOf(saving, label)}
  </p>
)
