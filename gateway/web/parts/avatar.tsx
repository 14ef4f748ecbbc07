import { useState } from 'preact/hooks'
import type { User } from '../model/wire.ts'
import './avatar.css'

/** The picture of a person; while it loads or without one, the initial on a colour of the person. */
export function Avatar({
  person,
  size,
}: {
  person: User | undefined
  size: 'small' | 'medium' | 'large' | 'huge'
}) {
  const [isShown, setShown] = useState(false)
  const initial = person === undefined ? '?' : ([...person.full_name][0] ?? '?').toUpperCase()
  return (
    <span class={`avatar ${size} tint-${(person?.user_id ?? 0) % 8}`} aria-hidden="true">
      {initial}
      {person?.avatar_url && (
        <img
          src={person.avatar_url}
          alt=""
          class={isShown ? 'shown' : ''}
          onLoad={() => setShown(true)}
          loading="lazy"
          decoding="async"
        />
      )}
    </span>
  )
}
