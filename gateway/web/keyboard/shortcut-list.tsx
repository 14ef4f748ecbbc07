import { Dialog } from '../parts/floating/dialog.tsx'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import { isListShown } from './list-shown.ts'
import './shortcut-list.css'
import { KEY_LIST } from './shortcuts.ts'

/** The list of keyboard shortcuts. */
export function ShortcutList() {
  const store = useStore()
  if (!isListShown(store).value) return null
  const close = () => {
    isListShown(store).value = false
  }
  return (
    <Dialog title={t.shortcuts.title} isWide onClose={close}>
      <div class="shortcut-list">
        {KEY_LIST.map(({ name, shortcuts }) => (
          <section key={name}>
            <h3>{name}</h3>
            <dl>
              {shortcuts.map((shortcut) => (
                <div key={shortcut.name}>
                  <dt>{shortcut.name}</dt>
                  <dd>
                    {shortcut.keys.map((key) => (
                      <kbd key={key}>{keyName(key)}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}

/** A key as it is written on keyboards: `Ctrl+Shift+L`, `Page ↓`. */
const keyName = (key: string): string =>
  key
    .split('+')
    .map((part) => t.keyNames[part as keyof typeof t.keyNames] ?? part)
    .join('+')
