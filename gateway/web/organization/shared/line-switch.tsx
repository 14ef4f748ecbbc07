import { useId } from 'preact/hooks'

interface LineSwitchProps {
  /** The text beside the switch. */
  readonly text: string
  /** What it switches of which entry, for screen readers. */
  readonly label: string
  readonly isOn: boolean
  readonly isFixed?: boolean
  readonly onChange: (isOn: boolean) => void
}

/** A switch in the line of an entry, with its text before it. */
export function LineSwitch({ text, label, isOn, isFixed = false, onChange }: LineSwitchProps) {
  const id = useId()
  return (
    <label class="beside-switch" for={id}>
      <span aria-hidden="true">{text}</span>
      <input
        id={id}
        class="switch"
        type="checkbox"
        role="switch"
        aria-label={label}
        checked={isOn}
        aria-checked={isOn}
        disabled={isFixed}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  )
}
