import Lock from 'lucide/dist/esm/icons/lock.mjs'
import { Icon } from '../../parts/icon.tsx'
import { nameOf } from '../../store/derived/names.ts'
import type { GroupSetting } from '../../store/slices/message-rules.ts'
import { useStore } from '../../store/use-store.ts'
import { t } from '../../texts/texts.ts'
import { groupName, partsOf } from './group-values.ts'
import { type By, whoMay } from './reader-may.ts'
import { texts } from './texts.ts'

/** Says above a section who may change it. Nothing for those who may. */
export function WhoMay({ by = 'administrator' }: { by?: By }) {
  const text = whoMay(useStore(), by)
  return text === undefined ? null : <Note text={text} />
}

/** Says above a section who has the permission that the reader lacks. */
export function WhoHas({ setting }: { setting: GroupSetting }) {
  const store = useStore()
  const { groups, people } = partsOf(setting)
  const names = [
    ...groups.flatMap((id) => store.groups.value.get(id) ?? []).map(groupName),
    ...people.map((id) => nameOf(store, id)),
  ]
  return <Note text={texts.onlyGroup(t.and(names))} />
}

const Note = ({ text }: { text: string }) => (
  <p class="who-may">
    <Icon node={Lock} size={14} />
    <span>{text}</span>
  </p>
)
