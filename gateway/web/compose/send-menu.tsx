import { useSignal } from '@preact/signals'
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import { useRef } from 'preact/hooks'
import { Icon } from '../parts/icon.tsx'
import { server } from '../store/requests/server.ts'
import { useStore } from '../store/use-store.ts'
import { shortDateOf } from '../texts/short-date.ts'
import { t } from '../texts/texts.ts'
import { fieldValueOf, laterTimes, secondsOf } from './later-times.ts'

interface SendMenuProps {
  readonly isDisabled: boolean
  /** Schedules the message; `at` in Unix seconds. */
  readonly sendAt: (at: number) => void
}

/** The menu beside the send button: later times, and the function of the Enter key. */
export function SendMenu({ isDisabled, sendAt }: SendMenuProps) {
  const store = useStore()
  const menu = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  /** When the menu was opened last: its times are later than that. */
  const openedAt = useSignal(new Date())
  const { enter_sends: enterSends } = store.settings.value
  const choose = (at: number | undefined) => {
    if (at === undefined) return field.current?.focus()
    menu.current?.hidePopover()
    sendAt(at)
  }
  return (
    <>
      <button
        type="button"
        class="icon-button send-menu-button"
        popovertarget="send-menu"
        aria-label={t.sendOptions}
      >
        <Icon node={ChevronDown} />
      </button>
      <div
        ref={menu}
        id="send-menu"
        class="menu send-menu"
        popover="auto"
        onBeforeToggle={({ newState }) => {
          if (newState === 'open') openedAt.value = new Date()
        }}
      >
        <h2>{t.sendLater}</h2>
        {laterTimes(openedAt.value).map(({ name, at }) => (
          <button key={name} type="button" disabled={isDisabled} onClick={() => choose(at)}>
            {name}
            <span class="note">{shortDateOf(at, store.settings.value.twenty_four_hour_time)}</span>
          </button>
        ))}
        <div class="at-time">
          <input
            ref={field}
            type="datetime-local"
            aria-label={t.sendAtTime}
            min={fieldValueOf(openedAt.value.getTime() / 1000)}
            disabled={isDisabled}
          />
          <button
            type="button"
            class="button"
            disabled={isDisabled}
            onClick={() => choose(secondsOf(field.current!.value))}
          >
            {t.schedule}
          </button>
        </div>
        <label>
          <input
            type="checkbox"
            checked={enterSends}
            onChange={(event) => {
              const enter_sends = event.currentTarget.checked
              void server
                .call('PATCH /settings', { enter_sends }, { isRepeatable: true })
                .catch(() => undefined)
            }}
          />
          {t.enterSends}
        </label>
      </div>
    </>
  )
}
