import type { InferEntity } from '@mikro-orm/core'
import { MAX_ALERT_WORDS } from '../../../config/limits.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Caller } from '../../state/caller.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { fold } from '../../state/users/alert-words.ts'
import { AlertWord } from './entity.ts'
import { tooManyAlertWords } from './errors.ts'

const OF_USER = statement(
  'alert-word.of-user',
  'SELECT word FROM alert_word WHERE user_id = $1 ORDER BY id', // alert_word_user
)

/** A user's alert words, in the order in which they were added. One query. */
export async function alertWordsOf(sql: Sql, user: UserId): Promise<string[]> {
  const rows = await sql.run<Columns<typeof AlertWord, 'word'>>(OF_USER, [user])
  return rows.map((row) => row.word)
}

/**
 * Adds alert words. Ignores blank words and, without regard to case, words that the user has already. Returns
 * all of the user's alert words. Throws `tooManyAlertWords`.
 */
export function addAlertWords(caller: Caller, given: readonly string[]): Promise<readonly string[]> {
  const { realm, user } = caller
  return changeWords(caller, async (tx, former) => {
    const known = new Set(former.map(fold))
    const added = new Map<string, string>()
    for (const word of trimmed(given)) {
      const folded = fold(word)
      if (!known.has(folded) && !added.has(folded)) added.set(folded, word)
    }
    const words = [...former, ...added.values()]
    if (words.length > MAX_ALERT_WORDS) {
      throw tooManyAlertWords()
    }
    const row = { realmId: realm.id, userId: user.id }
    const rows = [...added].map(([folded, word]) => ({ ...row, word, folded }))
    await tx.em.insertMany<InferEntity<typeof AlertWord>>(AlertWord, rows)
    return words
  })
}

/**
 * Removes alert words without regard to case. Ignores words that the user does not have. Returns the rest.
 */
export function removeAlertWords(caller: Caller, given: readonly string[]): Promise<readonly string[]> {
  const { user } = caller
  return changeWords(caller, async (tx, former) => {
    const unwanted = new Set(trimmed(given).map(fold))
    const words = former.filter((word) => !unwanted.has(fold(word)))
    const folded = former.map(fold).filter((word) => unwanted.has(word))
    if (folded.length > 0) await tx.em.nativeDelete(AlertWord, { userId: user.id, folded: { $in: folded } })
    return words
  })
}

/** Runs `update`, which returns the user's new alert words, and emits them if their number has changed. */
async function changeWords(
  caller: Caller,
  update: (tx: Tx, former: readonly string[]) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const { core, realm, user } = caller
  return core.change(caller, async ({ tx }) => {
    const former = realm.alertWords.of(user.id)
    const words = await update(tx, former)
    if (words.length !== former.length) {
      emitChange(tx, { type: '_alert_words', user: user.id, words })
      tx.emit({ type: 'alert_words', alert_words: words }, toUsers([user.id]))
    }
    return words
  })
}

const trimmed = (words: readonly string[]): string[] =>
  words.map((word) => word.trim()).filter((word) => word !== '')
