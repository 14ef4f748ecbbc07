import type { Signal } from '@preact/signals'
import type { Placed } from '../saving/use-placed.tsx'

interface NameAndDescriptionProps {
  readonly labels: { readonly name: string; readonly description: string }
  readonly name: Signal<string>
  readonly description: Signal<string>
  readonly maxNameLength: number
  readonly placed: Placed<'name' | 'description'>
}

/** The first fields of a form that creates something. */
export function NameAndDescription({
  labels,
  name,
  description,
  maxNameLength,
  placed: { at, problem },
}: NameAndDescriptionProps) {
  return (
    <>
      <label>
        {labels.name}
        <input
          {...at('name')}
          class="field"
          dir="auto"
          required
          maxLength={maxNameLength}
          autocomplete="off"
          value={name.value}
          onInput={({ currentTarget }) => {
            name.value = currentTarget.value
          }}
        />
      </label>
      {problem('name', labels.name)}
      <label>
        {labels.description}
        <textarea
          {...at('description')}
          class="field"
          dir="auto"
          maxLength={1024}
          value={description.value}
          onInput={({ currentTarget }) => {
            description.value = currentTarget.value
          }}
        />
      </label>
      {problem('description', labels.description)}
    </>
  )
}
