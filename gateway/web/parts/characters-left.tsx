import { t } from '../texts/texts.ts'
import './characters-left.css'

/** Fewer characters are counted before the eyes of the writer. */
const COUNTED_FROM = 500

/** The number of characters that are left, shown shortly before there are none. */
export const CharactersLeft = ({ left }: { readonly left: number }) =>
  left < COUNTED_FROM ? (
    <span class={left < 0 ? 'characters-left too-long' : 'characters-left'} title={t.charactersLeft(left)}>
      {left < 0 ? `−${-left}` : left}
    </span>
  ) : null
