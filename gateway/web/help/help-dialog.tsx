import { useEffect, useRef } from 'preact/hooks'
import { isListShown } from '../keyboard/list-shown.ts'
import { Dialog } from '../parts/floating/dialog.tsx'
import { useStore } from '../store/use-store.ts'
import { language } from '../texts/language.ts'
import { t } from '../texts/texts.ts'
import './help-dialog.css'
import type { HelpPart } from './help-shown.ts'
import { texts } from './texts.ts'

/** How to write, what topics and numbers mean, how to search, the keys, and the apps. */
export function HelpDialog({ at, onClose }: { at: HelpPart; onClose: () => void }) {
  const store = useStore()
  const asked = useRef<HTMLElement>(null)
  useEffect(() => {
    // The help begins with the first section.
    if (at !== 'formatting') asked.current?.scrollIntoView({ block: 'start' })
  }, [at])
  const part = (name: HelpPart) => ({ ref: name === at ? asked : null })
  const meaning = t.unreadMeanings[store.settings.value.desktop_icon_count_display as 1 | 2 | 3 | 4]
  return (
    <Dialog title={t.help} isWide onClose={onClose}>
      <div class="help">
        <section>
          <h3>{texts.formatting}</h3>
          <p>{texts.formattingHint}</p>
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.youWrite}</th>
                <th scope="col">{texts.itBecomes}</th>
              </tr>
            </thead>
            <tbody>
              {texts.examples.map(([source, result]) => (
                <tr key={source}>
                  <td>
                    <code>{source}</code>
                  </td>
                  <td>{withCode(result)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <section>
          <h3>{texts.topics}</h3>
          {texts.topicTexts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </section>
        <section>
          <h3>{texts.number}</h3>
          <p>{meaning}</p>
        </section>
        <section {...part('operators')}>
          <h3>{texts.operators}</h3>
          <p>{texts.operatorsHint}</p>
          <dl>
            {Object.entries(t.operators).map(([operator, text]) => (
              <div key={operator}>
                <dt>
                  <code>{operator}</code>
                </dt>
                <dd>{text}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section>
          <h3>{texts.keys}</h3>
          <p>{texts.keysHint}</p>
          <button
            type="button"
            class="button"
            onClick={() => {
              onClose()
              isListShown(store).value = true
            }}
          >
            {texts.showKeys}
          </button>
        </section>
        <section>
          <h3>{texts.apps}</h3>
          <p>{texts.appsHint}</p>
          <p class="links">
            <a href={`/help/${language}`} target="_blank" rel="noopener">
              {texts.showApps}
            </a>
            <a
              href={language === 'en' ? '/help/administration' : `/help/administration/${language}`}
              target="_blank"
              rel="noopener"
            >
              {texts.administration}
            </a>
          </p>
        </section>
        <section {...part('about')}>
          <h3>{texts.about}</h3>
          <p>{texts.version(store.realm.value.version)}</p>
        </section>
      </div>
    </Dialog>
  )
}

/** Text with code between backticks. */
const withCode = (text: string) =>
  text.split('`').map((part, n) => (n % 2 === 1 ? <code key={part}>{part}</code> : part))
