import type { RealmId, Seq, UserId } from '../../platform/ids.ts'
import type { ChannelDirectory } from '../channels/directory.ts'
import type { Membership } from '../channels/membership.ts'
import { type ChannelRecord, channelFromLog } from '../channels/record.ts'
import type { GroupDirectory } from '../groups/directory.ts'
import { groupSettings } from '../groups/permission-settings.ts'
import { groupFromLog } from '../groups/record.ts'
import type { AlertWords } from '../users/alert-words.ts'
import { apiKey } from '../users/api-key.ts'
import type { UserDirectory } from '../users/directory.ts'
import { GuestDmPartners } from '../users/guest-dm-partners.ts'
import type { Mutes } from '../users/muted-users.ts'
import { isGuest, type UserRecord, userFromLog } from '../users/record.ts'
import { changeIn, type StateChange } from './changes.ts'
import { listsFromLog, type RealmLists } from './lists.ts'
import type { RealmSnapshot } from './load.ts'
import { canGuestsSeeAllUsers, fullMembershipOf, type RealmRecord, realmFromLog } from './record.ts'
import type { RealmView } from './view.ts'

/**
 * The data of an organization in a process's memory: its records, who is subscribed, and the history of the
 * facts that decide who sees an event. `RealmState` loads it and applies the changes of the event log to it.
 */
export class RealmData implements RealmView {
  readonly id: RealmId
  readonly #secretKey: string
  #record!: RealmRecord
  #users!: UserDirectory
  #channels!: ChannelDirectory
  #groups!: GroupDirectory
  #membership!: Membership
  #alertWords!: AlertWords
  #mutes!: Mutes
  #guestDmPartners!: GuestDmPartners
  #lists!: RealmLists

  protected constructor(id: RealmId, secretKey: string) {
    this.id = id
    this.#secretKey = secretKey
  }

  get record(): RealmRecord {
    return this.#record
  }
  get users(): UserDirectory {
    return this.#users
  }
  get channels(): ChannelDirectory {
    return this.#channels
  }
  get groups(): GroupDirectory {
    return this.#groups
  }
  get membership(): Membership {
    return this.#membership
  }
  get alertWords(): AlertWords {
    return this.#alertWords
  }
  get mutes(): Mutes {
    return this.#mutes
  }
  get guestDmPartners(): GuestDmPartners {
    return this.#guestDmPartners
  }
  get lists(): RealmLists {
    return this.#lists
  }

  /** Whether the user was a guest at position `seq` of the log. */
  wasGuestAt(user: UserRecord, seq: Seq): boolean {
    return this.#membership.facts.wasAt(`guest:${user.id}`, seq, isGuest(user))
  }

  /** Whether the channel was private at position `seq` of the log. */
  wasPrivateAt(channel: ChannelRecord, seq: Seq): boolean {
    return this.#membership.facts.wasAt(`private:${channel.id}`, seq, channel.isPrivate)
  }

  /** Whether guests could see all users at position `seq` of the log. */
  couldGuestsSeeAllUsersAt(seq: Seq): boolean {
    return this.#membership.facts.wasAt('guests-know-all', seq, canGuestsSeeAllUsers(this.#record))
  }

  /** Whether a guest shared a direct conversation with another user at position `seq` of the log. */
  hadDirectConversationAt(guest: UserId, other: UserId, seq: Seq): boolean {
    return this.#membership.facts.wasAt(metKey(guest, other), seq, this.#guestDmPartners.has(guest, other))
  }

  /** The user's current API key. */
  apiKeyOf(user: UserRecord): string {
    return apiKey(this.#secretKey, this.id, user.id, user.keyVersion)
  }

  /** Replaces all data by a snapshot, from which `view` was built. */
  protected loadData(snapshot: RealmSnapshot, view: RealmView): void {
    this.#record = view.record
    this.#users = view.users
    this.#channels = view.channels
    this.#groups = view.groups
    this.#membership = view.membership
    this.#alertWords = view.alertWords
    this.#mutes = view.mutes
    this.#guestDmPartners = view.guestDmPartners
    this.#lists = view.lists
    const met = new GuestDmPartners()
    for (const { seq, payload } of snapshot.history) {
      const change = changeIn(payload)
      if (typeof change === 'string') continue // a change that only later versions know
      if (change.type === '_membership') this.#membership.remember(seq, change.joined, change.left)
      else this.#noteFact(seq, change, met)
      if (change.type === '_met') met.add(change.guest, change.others)
    }
  }

  /**
   * Stores the former value of facts that decide who sees an event. `met`: the direct conversations of guests
   * before the change.
   */
  #noteFact(seq: Seq, change: StateChange, met: GuestDmPartners): void {
    const { facts } = this.#membership
    if (change.type === '_realm' && change.guestsKnewAll !== undefined) {
      facts.note('guests-know-all', seq, change.guestsKnewAll)
    }
    if (change.type === '_met') {
      const { guest, others } = change
      for (const other of others) if (!met.has(guest, other)) facts.note(metKey(guest, other), seq, false)
    }
    if (change.type === '_user' && change.wasGuest !== undefined) {
      facts.note(`guest:${change.user.id}`, seq, change.wasGuest)
    }
    if (change.type === '_channel' && change.wasPrivate !== undefined) {
      facts.note(`private:${change.channel.id}`, seq, change.wasPrivate)
    }
  }

  /** Applies a change of the event log at position `seq`. */
  protected apply(seq: Seq, change: StateChange): void {
    this.#noteFact(seq, change, this.#guestDmPartners)
    switch (change.type) {
      case '_realm':
        this.#record = realmFromLog(change.realm, this.#record)
        this.#groups.setFullMembership(fullMembershipOf(this.#record))
        return
      case '_user': {
        const former = this.#users.get(change.user.id)
        this.#users.put(userFromLog(change.user, former))
        this.#membership.setActive(change.user.id, change.user.isActive)
        return
      }
      case '_profiles':
        this.#users.touch()
        return
      case '_lists':
        this.#lists = listsFromLog(change.lists, this.#lists)
        return
      case '_channel':
        this.#channels.put(
          channelFromLog(change.channel, this.#channels.get(change.channel.id), this.#record.systemGroups),
        )
        return
      case '_group':
        this.#groups.put(
          groupFromLog(change.group, this.#groups.get(change.group.id), (group) =>
            groupSettings({}, group, this.#record.systemGroups),
          ),
        )
        return
      case '_group_membership':
        for (const groupChange of change.changes) this.#groups.change(groupChange)
        return
      case '_alert_words':
        this.#alertWords.put(change.user, change.words)
        return
      case '_mutes':
        this.#mutes.put(change.user, change.muted)
        return
      case '_met':
        this.#guestDmPartners.add(change.guest, change.others)
        return
      case '_membership':
        this.#membership.apply(seq, change.joined, change.left)
        return
    }
  }
}

const metKey = (guest: UserId, other: UserId): string => `met:${guest}:${other}`
