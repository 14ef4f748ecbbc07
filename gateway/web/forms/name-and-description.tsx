import type { Signal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { Problem } from './problem.tsx'
import type { Saving } from './saving.ts'

interface NameAndDescriptionProps {
  readonly labels: { readonly name: string; readonly description: string }
  readonly name: Signal<string>
  readonly description: Signal<string>
  readonly maxNameLength: number
  readonly saving: Saving
}

/** The first fields of a form that creates something. The server's refusal stands below the name. */
export function NameAndDescription({
  labels,
  name,
  description,
  maxNameLength,
  saving,
}: NameAndDescriptionProps) {
  const id = useId()
  return (
    <>
      <label>
        {labels.name}
        <input
          class="field"
          dir="auto"
          required
          maxLength={maxNameLength}
          autocomplete="off"
          value={name.value}
          aria-invalid={saving.name === 'failed'}
          aria-describedby={`${id}-problem`}
          onInput={({ currentTarget }) => {
            name.value = currentTarget.value
          }}
        />
      </label>
      <Problem id={`${id}-problem`} saving={saving} />
      <label>
        {labels.description}
        <textarea
          class="field"
          dir="auto"
          maxLength={1024}
          value={description.value}
          onInput={({ currentTarget }) => {
            description.value = currentTarget.value
          }}
        />
      </label>
    </>
  )
}
