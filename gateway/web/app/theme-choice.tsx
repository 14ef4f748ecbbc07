import { server } from '../store/requests/server.ts'
import { useStore } from '../store/use-store.ts'
import { attempt } from '../store/verbs/notice.ts'
import { t } from '../texts/texts.ts'

/** Values of `color_scheme` on the wire. */
const THEMES = [
  { scheme: 1, name: t.themes.system },
  { scheme: 3, name: t.themes.light },
  { scheme: 2, name: t.themes.dark },
] as const

/** Chooses the theme for all devices of the reader. */
export function ThemeChoice() {
  const store = useStore()
  return (
    <fieldset class="theme-choice">
      <legend>{t.theme}</legend>
      <div class="choices">
        {THEMES.map(({ scheme, name }) => (
          <label key={scheme}>
            <input
              type="radio"
              name="theme"
              checked={store.settings.value.color_scheme === scheme}
              onChange={() =>
                attempt(
                  store,
                  server.call('PATCH /settings', { color_scheme: scheme }, { isRepeatable: true }),
                )
              }
            />
            <span class="name">{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
