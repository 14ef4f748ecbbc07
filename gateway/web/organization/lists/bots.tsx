import { useSignal } from '@preact/signals'
import Bot from 'lucide/dist/esm/icons/bot.mjs'
import Pencil from 'lucide/dist/esm/icons/pencil.mjs'
import { Confirm } from '../../forms/confirm.tsx'
import { TextField } from '../../forms/controls.tsx'
import { ownersMay } from '../../forms/holders.ts'
import { texts as peopleTexts } from '../../forms/people-texts.ts'
import { Row } from '../../forms/row.tsx'
import { plain } from '../../model/rank.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { Blank } from '../../parts/blank.tsx'
import { PersonPicker } from '../../parts/floating/person-picker.tsx'
import { Icon } from '../../parts/icon.tsx'
import { LazyRows } from '../../parts/lazy-rows.tsx'
import { Problem } from '../../saving/problem.tsx'
import { useSaving } from '../../saving/use-saving.ts'
import { nameOf } from '../../store/derived/names.ts'
import { isOwner, OWNER } from '../../store/derived/roles.ts'
import { server } from '../../store/requests/server.ts'
import type { Bot as KnownBot } from '../../store/slices/bots.ts'
import { useStore } from '../../store/use-store.ts'
import { collator } from '../../texts/collator.ts'
import { texts } from '../shared/texts.ts'

/** Pixels of a line. */
const LINE = 64

/** The bots of everybody. */
export function Bots() {
  const store = useStore()
  const filter = useSignal('')
  const all = [...store.bots.value.values()]
  const asked = plain(filter.value)
  const found = all
    .filter(({ full_name }) => plain(full_name).includes(asked))
    .sort((a, b) => Number(b.is_active) - Number(a.is_active) || collator.compare(a.full_name, b.full_name))
  return (
    <section>
      <h2>{texts.titles.bots}</h2>
      <p class="text">{texts.botsHint}</p>
      {all.length === 0 ? (
        <Blank icon={Bot} title={texts.noBots} />
      ) : (
        <div class="add beside">
          <input
            class="field"
            type="search"
            dir="auto"
            aria-label={texts.filterBots}
            placeholder={texts.filterBots}
            value={filter.value}
            onInput={({ currentTarget }) => {
              filter.value = currentTarget.value
            }}
          />
          <span class="text" role="status">
            {texts.botCount(found.length)}
          </span>
        </div>
      )}
      <div class="chosen-list">
        <LazyRows rows={found} rowHeight={LINE}>
          {(bot) => <Line key={bot.user_id} bot={bot} />}
        </LazyRows>
      </div>
    </section>
  )
}

function Line({ bot }: { bot: KnownBot }) {
  const store = useStore()
  const { saving, save } = useSaving()
  const isEdited = useSignal(false)
  const isAsked = useSignal(false)
  const { user_id: bot_id, full_name: name, owner_id, bot_type, is_active } = bot
  const kind = texts.botKinds[bot_type as keyof typeof texts.botKinds] ?? ''
  const owner = owner_id === null ? texts.noOwner : nameOf(store, owner_id)
  // Nobody changes a bot with a higher role.
  const isFixed = store.people.value.get(bot_id)?.role === OWNER && !isOwner(store)
  return (
    <li>
      <Avatar key={bot.avatar_url} person={store.people.value.get(bot_id)} size="medium" />
      <span class="about">
        <strong class="ellipsis" dir="auto">
          {name}
        </strong>
        <span class="text" dir="auto">
          {texts.botOf(kind, owner)}
          {!is_active && ` · ${texts.botIsOff}`}
        </span>
        {isFixed && <span class="text">{ownersMay(store, peopleTexts.ownersChangeBot)}</span>}
      </span>
      {is_active ? (
        <>
          <button
            type="button"
            class="icon-button"
            aria-label={texts.editOf(name)}
            title={texts.edit}
            aria-expanded={isEdited.value}
            disabled={isFixed}
            onClick={() => {
              isEdited.value = !isEdited.value
            }}
          >
            <Icon node={Pencil} />
          </button>
          <button
            type="button"
            class="button risky"
            aria-label={texts.deactivateBot(name)}
            disabled={isFixed}
            onClick={() => {
              isAsked.value = true
            }}
          >
            {texts.deactivateNow}…
          </button>
        </>
      ) : (
        <button
          type="button"
          class="button"
          aria-label={texts.reactivateBot(name)}
          onClick={() =>
            void save(() => server.call('POST /users/{user_id}/reactivate', { user_id: bot_id }))
          }
        >
          {texts.reactivate}
        </button>
      )}
      <Problem saving={saving} />
      {isEdited.value && is_active && <Edit bot={bot} />}
      {isAsked.value && (
        <Confirm
          title={texts.deactivateBotQuestion(name)}
          warning={texts.deactivateBotWarning}
          action={texts.deactivateNow}
          onConfirm={() => void save(() => server.call('DELETE /bots/{bot_id}', { bot_id }))}
          onClose={() => {
            isAsked.value = false
          }}
        />
      )}
    </li>
  )
}

/** The name and the owner of a bot, each saved at once. */
function Edit({ bot: { user_id: bot_id, full_name, owner_id } }: { bot: KnownBot }) {
  const store = useStore()
  const name = useSaving()
  const owner = useSaving()
  const people = [...store.people.value.values()].filter(
    ({ user_id, is_active, is_bot }) => is_active && !is_bot && user_id !== owner_id,
  )
  return (
    <div class="edited below">
      <Row name={texts.botName} saving={name.saving}>
        {(ids) => (
          <TextField
            ids={ids}
            value={full_name}
            maxLength={100}
            onSave={(text) =>
              void name.save(() =>
                server.call('PATCH /bots/{bot_id}', { bot_id, full_name: text }, { isRepeatable: true }),
              )
            }
          />
        )}
      </Row>
      <Row
        name={texts.botOwner}
        text={owner_id === null ? texts.noOwner : nameOf(store, owner_id)}
        saving={owner.saving}
      >
        {(ids) => (
          <PersonPicker
            id={ids.id}
            label={texts.chooseOwner}
            placeholder={texts.chooseOwner}
            describedBy={ids['aria-describedby']}
            isInvalid={ids['aria-invalid']}
            people={people}
            onChoose={({ user_id }) =>
              void owner.save(() =>
                server.call(
                  'PATCH /bots/{bot_id}',
                  { bot_id, bot_owner_id: user_id },
                  { isRepeatable: true },
                ),
              )
            }
          />
        )}
      </Row>
    </div>
  )
}
