import { useSignal } from '@preact/signals'
import { Confirm } from '../forms/confirm.tsx'
import { SavedMark } from '../forms/row.tsx'
import { texts } from '../forms/settings-texts.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Problem } from '../saving/problem.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { isAdministrator } from '../store/derived/roles.ts'
import { server } from '../store/requests/server.ts'
import type { Bot } from '../store/slices/bots.ts'
import { useStore } from '../store/use-store.ts'
import { SecretKey } from './secret-key.tsx'

/** A file with the address and the key of a bot, which libraries of this family read. */
const configOf = ({ email, api_key }: Bot): string =>
  `[api]\nemail=${email}\nkey=${api_key}\nsite=${location.origin}\n`

function download(bot: Bot): void {
  const url = URL.createObjectURL(new Blob([configOf(bot)], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'zuliprc'
  link.click()
  URL.revokeObjectURL(url)
}

/** One bot: its name and kind, its key, and its owner's actions. */
export function BotLine({ bot }: { bot: Bot }) {
  const store = useStore()
  const { saving, save } = useSaving()
  const isShown = useSignal(false)
  const asked = useSignal<'newKey' | 'deactivate' | undefined>(undefined)
  const { user_id: bot_id, full_name: name } = bot
  const about = (what: string) => texts.aboutBot(what, name)
  const close = () => {
    asked.value = undefined
  }
  return (
    <li class={bot.is_active ? 'bot' : 'bot off'}>
      <Avatar key={bot.avatar_url} person={store.people.value.get(bot_id)} size="large" />
      <div class="about">
        <span class="name">
          <strong class="ellipsis">{name}</strong>
          <SavedMark saving={saving} />
        </span>
        <span class="text ellipsis">{bot.email}</span>
        <span class="text">
          {texts.botTypes[bot.bot_type as 1 | 2 | 3 | 4] ?? ''}
          {!bot.is_active && ` · ${texts.botIsOff}`}
        </span>
        {bot.services.map(
          (service) => 'base_url' in service && <code class="ellipsis">{service.base_url}</code>,
        )}
        {isShown.value && bot.is_active && <SecretKey label={about(texts.botKey)} value={bot.api_key} />}
        <div class="buttons">
          {bot.is_active ? (
            <>
              <button
                type="button"
                class="button"
                aria-label={about(isShown.value ? texts.hideKey : texts.showKey)}
                onClick={() => {
                  isShown.value = !isShown.value
                }}
              >
                {isShown.value ? texts.hideKey : texts.showKey}
              </button>
              <button
                type="button"
                class="button"
                aria-label={about(texts.downloadConfig)}
                onClick={() => download(bot)}
              >
                {texts.downloadConfig}
              </button>
              <button
                type="button"
                class="button"
                aria-label={about(texts.newKey)}
                onClick={() => {
                  asked.value = 'newKey'
                }}
              >
                {texts.newKey}…
              </button>
              <button
                type="button"
                class="button risky"
                aria-label={about(texts.deactivateBot)}
                onClick={() => {
                  asked.value = 'deactivate'
                }}
              >
                {texts.deactivateBot}…
              </button>
            </>
          ) : (
            isAdministrator(store) && (
              <button
                type="button"
                class="button"
                aria-label={about(texts.reactivateBot)}
                onClick={() =>
                  void save(() => server.call('POST /users/{user_id}/reactivate', { user_id: bot_id }))
                }
              >
                {texts.reactivateBot}
              </button>
            )
          )}
        </div>
        <Problem saving={saving} />
      </div>
      {asked.value === 'newKey' && (
        <Confirm
          title={texts.newKeyQuestion}
          warning={texts.newBotKeyWarning}
          action={texts.newKey}
          onConfirm={() => {
            isShown.value = true
            void save(() => server.call('POST /bots/{bot_id}/api_key/regenerate', { bot_id }))
          }}
          onClose={close}
        />
      )}
      {asked.value === 'deactivate' && (
        <Confirm
          title={texts.deactivateBotQuestion(name)}
          warning={texts.deactivateBotWarning}
          action={texts.deactivateBot}
          onConfirm={() => {
            isShown.value = false
            void save(() => server.call('DELETE /bots/{bot_id}', { bot_id }))
          }}
          onClose={close}
        />
      )}
    </li>
  )
}
