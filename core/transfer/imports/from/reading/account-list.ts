import { Role } from '../../../../state/users/record.ts'
import type { Row } from '../../../exports/archive/column.ts'
import { ArchiveError } from '../../archive.ts'
import { type Account, Addresses, accountRow, SYSTEM_BOTS } from './accounts.ts'
import type { ReadingContext } from './reader.ts'
import { folded } from './texts.ts'

/** An account, as messages name it. */
export interface NamedAccount {
  readonly id: number
  readonly name: string
}

/** The accounts of an archive whose people have texts for ids. The system bots come first. */
export class AccountList {
  readonly notificationBot: number
  readonly #context: ReadingContext
  readonly #addresses: Addresses
  readonly #byKey = new Map<string, NamedAccount>()
  readonly #accounts: Account[] = []

  constructor(context: ReadingContext) {
    this.#context = context
    this.#addresses = new Addresses(context.report)
    this.notificationBot = this.#addSystemBot(SYSTEM_BOTS.notification)
    this.#addSystemBot(SYSTEM_BOTS.welcome)
  }

  get(key: string): NamedAccount | undefined {
    return this.#byKey.get(key)
  }

  /** Gives an account its id, and finds it by `key` from now on. */
  add(key: string, account: Omit<Account, 'id'>): NamedAccount {
    const added = { id: this.#accounts.length + 1, name: account.name }
    this.#accounts.push({ ...account, id: added.id, email: this.#addresses.take(account.email) })
    this.#byKey.set(key, added)
    return added
  }

  /** Finds an account by one more key, unless another account has it. */
  addKey(key: string, account: NamedAccount): void {
    if (!this.#byKey.has(key)) this.#byKey.set(key, account)
  }

  /**
   * The rows of all accounts. `began`: Unix seconds, for accounts without a time. Throws `ArchiveError` when
   * nobody can own the organization.
   */
  rows(began: number): readonly Row[] {
    const { owner, report } = this.#context
    const rows = this.#accounts.map((account) => accountRow({ ...account, joined: account.joined || began }))
    const isOwner = (row: Row) => row.role === Role.owner && row.is_active === true && row.is_bot === false
    if (owner === undefined) {
      if (rows.some(isOwner)) return rows
      throw new ArchiveError(
        'Nobody in the archive is an active owner: name one by the e-mail address, with --owner.',
      )
    }
    const index = rows.findIndex((row) => folded(String(row.delivery_email ?? '')) === folded(owner))
    if (index < 0 || rows[index]!.is_active !== true) {
      throw new ArchiveError(`The archive has no active person with the address ${owner}.`)
    }
    if (!isOwner(rows[index]!)) report.changed('the named person becomes an owner', owner)
    return rows.with(index, { ...rows[index]!, role: Role.owner })
  }

  #addSystemBot({ email, name }: { readonly email: string; readonly name: string }): number {
    return this.add(`system ${email}`, { name, email, isActive: true, joined: 0, isSystem: true }).id
  }
}
