import { LANGUAGES, type Language } from '../../../core/platform/text/languages.ts'
import { server } from '../store/requests/server.ts'
import { useStore } from '../store/use-store.ts'
import { attempt } from '../store/verbs/notice.ts'
import { language, rememberLanguage } from '../texts/language.ts'
import { t } from '../texts/texts.ts'

/** The language of the page, for all devices of the reader. The page starts anew in another language. */
export function LanguageChoice() {
  const store = useStore()
  const choose = async (code: Language) => {
    const change = server.call('PATCH /settings', { default_language: code }, { isRepeatable: true })
    if ((await attempt(store, change)) && rememberLanguage(code)) location.reload()
  }
  const chosen = store.settings.value.default_language
  return (
    <label class="language-choice">
      {t.language}
      <select
        value={chosen in LANGUAGES ? chosen : language}
        onChange={({ currentTarget }) => void choose(currentTarget.value as Language)}
      >
        {Object.entries(LANGUAGES).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}
