import { useSignal } from '@preact/signals'
import Bot from 'lucide/dist/esm/icons/bot.mjs'
import { useRef } from 'preact/hooks'
import { whoMay } from '../forms/holders.ts'
import { texts } from '../forms/settings-texts.ts'
import { Blank } from '../parts/blank.tsx'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { isInGroup } from '../store/slices/message-rules.ts'
import { useStore } from '../store/use-store.ts'
import { BotForm } from './bot-form.tsx'
import { BotLine } from './bot-line.tsx'

/** The reader's own bots, and the form that creates one. */
export function Bots() {
  const store = useStore()
  const isCreating = useSignal(false)
  const create = useRef<HTMLButtonElement>(null)
  const list = useListFocus<HTMLUListElement>('button', () => create.current)
  const form = useListFocus<HTMLDivElement>('.new-bot :is(input, select, button)', () => create.current)
  const own = [...store.bots.value.values()]
    .filter(({ owner_id }) => owner_id === store.me)
    .sort((a, b) => Number(b.is_active) - Number(a.is_active) || a.full_name.localeCompare(b.full_name))
  const rules = store.accountRules.value
  const may = (group: Parameters<typeof isInGroup>[1]) => isInGroup(store.groups.value, group, store.me)
  const types = may(rules.can_create_bots_group)
    ? ([1, 2, 3] as const)
    : may(rules.can_create_write_only_bots_group)
      ? ([2] as const)
      : []
  const mayNot = `${texts.mayCreateNoBots} ${whoMay(store, rules.can_create_bots_group, rules.can_create_write_only_bots_group)}`
  const createButton = (
    <button
      ref={create}
      type="button"
      class="button"
      onClick={() => {
        isCreating.value = true
      }}
    >
      {texts.createBot}
    </button>
  )
  return (
    <section>
      <h2 class="only-heard">{texts.bots}</h2>
      {own.length === 0 && !isCreating.value && (
        <Blank icon={Bot} title={texts.noBots} hint={types.length > 0 ? texts.noBotsHint : mayNot}>
          {types.length > 0 && createButton}
        </Blank>
      )}
      {own.length > 0 && types.length === 0 && <p class="text">{mayNot}</p>}
      <ul class="bots" {...list}>
        {own.map((bot) => (
          <BotLine key={bot.user_id} bot={bot} />
        ))}
      </ul>
      {types.length > 0 && (
        <div {...form}>
          {isCreating.value ? (
            <BotForm
              types={types}
              onClose={() => {
                isCreating.value = false
              }}
            />
          ) : (
            own.length > 0 && createButton
          )}
        </div>
      )}
    </section>
  )
}
