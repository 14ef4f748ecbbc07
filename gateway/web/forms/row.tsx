import Check from 'lucide/dist/esm/icons/check.mjs'
import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { problemOf, type Saving } from '../saving/use-saving.ts'
import { texts } from './settings-texts.ts'
import { useSought } from './sought.ts'

/** The ids by which screen readers find a control's name, text and problem. */
export interface ControlIds {
  readonly id: string
  readonly 'aria-describedby': string
  readonly 'aria-invalid': boolean
}

interface RowProps {
  readonly name: string
  readonly text?: string | undefined
  readonly saving: Saving
  /** The id of the control. Default: one of its own. */
  readonly id?: string
  /** Whether the control stands below the name: a field that needs the width. */
  readonly isTall?: boolean
  readonly children: (ids: ControlIds) => ComponentChildren
}

/** One setting: its name, its meaning, its control, and the outcome of its last change. */
export function Row({ name, text, saving, id: given, isTall = false, children }: RowProps) {
  const own = useId()
  const id = given ?? own
  const hasFailed = saving.name === 'failed'
  const row = useSought<HTMLDivElement>(name)
  return (
    <div ref={row} class={isTall ? 'setting tall' : 'setting'}>
      <div class="about">
        <label for={id}>{name}</label>
        <SavedMark saving={saving} />
        <p id={`${id}-text`} class="text">
          {text}
        </p>
      </div>
      <div class="control">
        {children({ id, 'aria-describedby': `${id}-text ${id}-problem`, 'aria-invalid': hasFailed })}
      </div>
      <p id={`${id}-problem`} class="problem" role="alert">
        {problemOf(saving, name)}
      </p>
    </div>
  )
}

/** Says quietly that a change was saved. */
export const SavedMark = ({ saving }: { saving: Saving }) => (
  <span class="saved" role="status">
    {saving.name === 'saved' && (
      <>
        <Icon node={Check} size={14} />
        {texts.saved}
      </>
    )}
  </span>
)
