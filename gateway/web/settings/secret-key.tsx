import { useSignal } from '@preact/signals'
import { texts } from '../forms/settings-texts.ts'
import { toClipboard } from '../parts/copy.ts'

/** A key that the reader sees and copies. */
export function SecretKey({ label, value }: { label: string; value: string }) {
  const isCopied = useSignal(false)
  return (
    <span class="secret-key">
      <input
        class="field"
        readOnly
        aria-label={label}
        value={value}
        onFocus={(e) => e.currentTarget.select()}
      />
      <button
        type="button"
        class="button"
        onClick={() =>
          void toClipboard(value).then(
            () => {
              isCopied.value = true
            },
            () => undefined,
          )
        }
      >
        {isCopied.value ? texts.keyCopied : texts.copyKey}
      </button>
    </span>
  )
}
