import { hashOf } from '../../model/route.ts'
import { Problem } from '../../saving/problem.tsx'
import { useSaving } from '../../saving/use-saving.ts'
import { isAdministrator } from '../../store/derived/roles.ts'
import { server } from '../../store/requests/server.ts'
import { useStore } from '../../store/use-store.ts'
import { SettingsGroups } from '../shared/settings-page.tsx'
import { texts } from '../shared/texts.ts'

/** Where news is announced, and what new people read first. */
export const Announcements = () => (
  <>
    <SettingsGroups page="announcements" />
    <TryWelcome />
  </>
)

/** Sends the saved welcome text to the reader. */
function TryWelcome() {
  const store = useStore()
  const { saving, save } = useSaving()
  const text = String(store.realmSettings.value.welcome_message_custom_text ?? '')
  if (!isAdministrator(store) || text === '') return null
  const bot = [...store.people.value.values()].find(({ email }) => /^welcome-bot@/.test(email))
  return (
    <section class="try-welcome">
      <div class="beside">
        <button
          type="button"
          class="button"
          onClick={() =>
            void save(() =>
              server.call('POST /realm/test_welcome_bot_custom_message', {
                welcome_message_custom_text: text,
              }),
            )
          }
        >
          {texts.tryWelcome}
        </button>
        {saving.name === 'saved' && (
          <span class="text" role="status">
            {texts.welcomeSent}{' '}
            {bot && (
              <a class="link" href={hashOf({ kind: 'direct', people: [bot.user_id] })}>
                {texts.openConversation}
              </a>
            )}
          </span>
        )}
      </div>
      <Problem saving={saving} />
    </section>
  )
}
