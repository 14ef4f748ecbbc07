import Smile from 'lucide/dist/esm/icons/face-slightly-smiling-plus.mjs'
import { Blank } from '../../parts/blank.tsx'
import { useListFocus } from '../../parts/floating/use-list-focus.ts'
import { Problem } from '../../saving/problem.tsx'
import { useSaving } from '../../saving/use-saving.ts'
import { nameOf } from '../../store/derived/names.ts'
import { isAdministrator } from '../../store/derived/roles.ts'
import { server } from '../../store/requests/server.ts'
import { type GroupSetting, isInGroup } from '../../store/slices/message-rules.ts'
import type { RealmEmoji } from '../../store/slices/realm-emoji.ts'
import { useStore } from '../../store/use-store.ts'
import { collator } from '../../texts/collator.ts'
import { RemoveButton } from '../shared/remove-button.tsx'
import { texts } from '../shared/texts.ts'
import { WhoHas } from '../shared/who-may.tsx'
import { EmojiForm } from './emoji-form.tsx'

/** The emoji that people of the organization have added. */
export function Emoji() {
  const store = useStore()
  const rule = store.realmSettings.value.can_add_custom_emoji_group as GroupSetting
  const mayAdd = isInGroup(store.groups.value, rule, store.me)
  const list = useListFocus<HTMLUListElement>('button')
  const emoji = Object.values(store.realmEmoji.value)
    .filter(({ deactivated }) => !deactivated)
    .sort((a, b) => collator.compare(a.name, b.name))
  return (
    <section>
      {!mayAdd && <WhoHas setting={rule} />}
      <h2>{texts.titles.emoji}</h2>
      {emoji.length === 0 && <Blank icon={Smile} title={texts.noEmoji} />}
      <ul class="chosen-list" aria-label={texts.titles.emoji} {...list}>
        {emoji.map((one) => (
          <Line
            key={one.id}
            emoji={one}
            mayRemove={isAdministrator(store) || (mayAdd && one.author_id === store.me)}
          />
        ))}
      </ul>
      {mayAdd && <EmojiForm />}
    </section>
  )
}

function Line({ emoji, mayRemove }: { emoji: RealmEmoji[string]; mayRemove: boolean }) {
  const store = useStore()
  const { saving, save } = useSaving()
  const { name, source_url, still_url, author_id } = emoji
  const notes = [
    author_id !== null && texts.addedBy(nameOf(store, author_id)),
    still_url !== null && texts.animated,
  ].filter(Boolean)
  return (
    <li>
      <img class="custom-emoji" src={source_url} alt="" width="28" height="28" />
      <span class="about">
        <strong>:{name}:</strong>
        <span class="text" dir="auto">
          {notes.join(' · ')}
        </span>
      </span>
      {mayRemove && (
        <RemoveButton
          what={`:${name}:`}
          warning={texts.emojiGone}
          onRemove={() =>
            void save(() =>
              server.call('DELETE /realm/emoji/{emoji_name}', { emoji_name: name }, { isRepeatable: true }),
            )
          }
        />
      )}
      <Problem saving={saving} />
    </li>
  )
}
