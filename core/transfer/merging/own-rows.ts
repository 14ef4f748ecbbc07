import { type Statement, statement } from '../../platform/db/statements/statement.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Accounts } from './part.ts'
import { MERGE_RULES, type Rule } from './rules.ts'

/** The statements of a rule; $1 is the account that stays, $2 the merged one. */
function statementsOf(place: string, rule: Rule): Statement[] {
  const [table, column] = place.split('.') as [string, string]
  const named = (what: string, text: string) => statement(`merge.${what}-${place.replace('.', '-')}`, text)
  const remove = named('end', `DELETE FROM ${table} WHERE ${column} = $2 AND $1::int <> $2`)
  switch (rule.kind) {
    case 'becomes':
      return [named('give', `UPDATE ${table} SET ${column} = $1 WHERE ${column} = $2`)]
    case 'unites': {
      const isSame = rule.by.map(
        (key) => `${qualified('own', key)} IS NOT DISTINCT FROM ${qualified('t', key)}`,
      )
      const known = [`own.${column} = $1`, ...isSame].join(' AND ')
      const unless = rule.unless === undefined ? '' : ` AND NOT t.${rule.unless}`
      const give = `UPDATE ${table} t SET ${column} = $1 WHERE t.${column} = $2${unless}
        AND NOT EXISTS (SELECT FROM ${table} own WHERE ${known})`
      return [named('give', give), remove]
    }
    case 'ends':
      return [remove]
    default:
      return []
  }
}

/** A column, or a function of a column, of a row: `lower(topic)` becomes `lower(t.topic)`. */
const qualified = (row: string, key: string): string => key.replace(/\w+(?=\)|$)/, (name) => `${row}.${name}`)

const STATEMENTS = Object.entries(MERGE_RULES).flatMap(([place, rule]) => statementsOf(place, rule))

/** Applies the rules of columns that need one or two statements each. */
export async function moveOwnRows(tx: Tx, { from, into }: Accounts): Promise<void> {
  for (const query of STATEMENTS) await tx.run(query, [into.id, from.id])
}
