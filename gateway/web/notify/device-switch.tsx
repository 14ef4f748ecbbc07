import { useId } from 'preact/hooks'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import { deviceState, turnDeviceOff, turnDeviceOn } from './device.ts'
import './device-switch.css'

/** Says why a device cannot be notified. */
const HINTS = {
  denied: t.device.denied,
  needsInstall: t.device.needsInstall,
  unsupported: t.device.unsupported,
  failed: t.device.failed,
} as const

/** Whether this device is notified while no page is open. */
export function DeviceSwitch() {
  const store = useStore()
  const id = useId()
  const { value: state } = deviceState(store)
  const hint = state in HINTS ? HINTS[state as keyof typeof HINTS] : undefined
  const isOn = state === 'on' || state === 'turningOn'
  const isImpossible = state === 'denied' || state === 'needsInstall' || state === 'unsupported'
  return (
    <div class="device-switch">
      <label>
        <span>{t.device.title}</span>
        <input
          class="switch"
          type="checkbox"
          role="switch"
          checked={isOn}
          aria-checked={isOn}
          disabled={isImpossible}
          aria-describedby={hint && id}
          onChange={({ currentTarget }) => {
            if (state === 'turningOn' || state === 'turningOff') return
            void (currentTarget.checked ? turnDeviceOn(store) : turnDeviceOff(store))
          }}
        />
      </label>
      <p id={id} class="hint" role="status">
        {hint}
      </p>
    </div>
  )
}
