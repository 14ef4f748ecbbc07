import { expect } from 'vitest'
import type { Body } from '../client.ts'
import type { Imported } from './compare-zulip.ts'
import type { ZulipArchive } from './zulip-archive.ts'

/** Compares what is not a message: people, groups, channels, permissions, files, settings, personal lists. */

type Row = Record<string, unknown>

const POLICIES: Record<string, string> = {
  1: 'role:members',
  2: 'role:administrators',
  3: 'role:fullmembers',
  4: 'role:moderators',
  5: 'role:everyone',
  6: 'role:nobody',
  7: 'role:owners',
}

/** Compares the rest of an organization with its archive over the API. Resolves to what was compared. */
export async function compareRest(
  archive: ZulipArchive,
  { realm, as, origin }: Imported & { origin: string },
) {
  const tables = archive.realm
  const people = tables.zerver_userprofile!
  const byId = new Map(people.map((row) => [Number(row.id), row]))
  const owner = people.find((row) => row.role === 100 && row.is_active === true)!
  const client = as(String(owner.delivery_email))
  const state = await client.ok(client.post('/register', { client_gravatar: false }))
  const get = (path: string, parameters = {}) => client.ok(client.get(path, parameters))
  const newUser = (id: unknown) =>
    Number(realm.users.byEmail(String(byId.get(Number(id))!.delivery_email))!.id)

  // People
  const { members } = await get('/users', { include_custom_profile_fields: true, client_gravatar: false })
  const shownPeople = new Map(
    (members as Body[]).map((member) => [member.delivery_email ?? member.email, member]),
  )
  for (const row of people) {
    const member = shownPeople.get(row.delivery_email)!
    expect({
      name: member.full_name,
      role: member.role,
      active: member.is_active,
      bot: member.is_bot,
      zone: member.timezone,
    }).toEqual({
      name: row.full_name,
      role: row.role,
      active: row.is_active,
      bot: row.is_bot,
      zone: row.timezone,
    })
    if (row.avatar_source === 'U') {
      const { status } = await fetch(new URL(String(member.avatar_url), origin))
      expect(status).toBe(200)
    }
    const values = (tables.zerver_customprofilefieldvalue ?? []).filter(
      (value) => value.user_profile === row.id,
    )
    expect(Object.keys(member.profile_data ?? {}).length).toBe(values.length)
  }

  // Groups with their members
  const groups = new Map((state.realm_user_groups as Body[]).map((group) => [group.name, group]))
  const groupNames = new Map(tables.zerver_usergroup!.map((row) => [row.id, row.name]))
  for (const row of tables.zerver_usergroup!) {
    const group = groups.get(row.name)!
    if (row.is_system_group === true) continue
    const members = (tables.zerver_usergroupmembership ?? []).filter(
      ({ user_group }) => user_group === row.id,
    )
    expect([...group.members].sort()).toEqual(
      members
        .map(({ user_profile }) => user_profile)
        .filter((id) => byId.get(Number(id))?.is_active === true)
        .map(newUser)
        .sort(),
    )
    expect(groups.get(groupNames.get(row.can_mention_group))!.id).toBe(group.can_mention_group)
  }

  // Channels with their permissions, and the subscriptions of everybody
  const { streams } = await get('/streams', { include_all: true, exclude_archived: false })
  const channels = new Map((streams as Body[]).map((channel) => [channel.name, channel]))
  for (const row of tables.zerver_stream!) {
    const channel = channels.get(String(row.name).replace(/^[0-9a-f]*!DEACTIVATED:/, ''))!
    const sends = POLICIES_OF_SENDING[String(row.stream_post_policy)]!
    expect({
      private: channel.invite_only,
      history: channel.history_public_to_subscribers,
      archived: channel.is_archived,
      description: channel.description,
      sends: channel.can_send_message_group,
      removes: channel.can_remove_subscribers_group,
    }).toEqual({
      private: row.invite_only,
      history: row.invite_only === true ? row.history_public_to_subscribers : true,
      archived: row.deactivated,
      description: row.description,
      sends: groups.get(sends)!.id,
      removes: groups.get(groupNames.get(row.can_remove_subscribers_group))!.id,
    })
  }
  let subscriptions = 0
  const recipients = new Map(tables.zerver_recipient!.map((row) => [row.id, row]))
  const streamNames = new Map(
    tables.zerver_stream!.map((row) => [row.id, String(row.name).replace(/^[0-9a-f]*!DEACTIVATED:/, '')]),
  )
  const archivedStreams = new Set(tables.zerver_stream!.filter((row) => row.deactivated).map(({ id }) => id))
  for (const person of people.filter((row) => row.is_active === true && row.is_bot !== true)) {
    const own = as(String(person.delivery_email))
    const { subscriptions: shown } = await own.ok(own.get('/users/me/subscriptions'))
    const expected = tables
      .zerver_subscription!.filter((row) => row.user_profile === person.id && row.active === true)
      .filter((row) => recipients.get(row.recipient)?.type === 2)
      .filter((row) => !archivedStreams.has(recipients.get(row.recipient)!.type_id))
      .map((row) => [
        streamNames.get(recipients.get(row.recipient)!.type_id),
        row.color,
        row.is_muted,
        row.pin_to_top,
      ])
    const actual = (shown as Body[])
      .filter((row) => row.is_archived !== true)
      .map((row) => [row.name, row.color, row.is_muted, row.pin_to_top])
    expect(actual.sort()).toEqual(expected.sort())
    subscriptions += expected.length
    const settings = (await own.ok(own.post('/register', {}))).user_settings as Body
    expect([settings.web_home_view, settings.color_scheme, settings.enter_sends]).toEqual([
      person.default_view,
      person.color_scheme,
      person.enter_sends,
    ])
    const words = (tables.zerver_alertword ?? []).filter((row) => row.user_profile === person.id)
    const register = await own.ok(own.post('/register', {}))
    expect([...register.alert_words].sort()).toEqual(words.map(({ word }) => word).sort())
    const muted = (tables.zerver_muteduser ?? []).filter((row) => row.user_profile === person.id)
    expect(register.muted_users.map((row: Body) => row.id)).toEqual(
      muted.map((row) => newUser(row.muted_user)),
    )
    const topics = (tables.zerver_usertopic ?? []).filter((row) => row.user_profile === person.id)
    expect(
      (register.user_topics as Body[]).map((row) => [row.topic_name, row.visibility_policy]).sort(),
    ).toEqual(topics.map((row) => [row.topic_name, row.visibility_policy]).sort())
    const drafts = (tables.zerver_draft ?? []).filter((row) => row.user_profile === person.id)
    expect((register.drafts as Body[]).map((row) => row.content)).toEqual(drafts.map((row) => row.content))
    const snippets = (tables.zerver_savedsnippet ?? []).filter((row) => row.user_profile === person.id)
    expect((register.saved_snippets as Body[]).map((row) => row.content)).toEqual(
      snippets.map((row) => row.content),
    )
    const scheduled = (tables.zerver_scheduledmessage ?? []).filter((row) => row.sender === person.id)
    expect((register.scheduled_messages as Body[]).map((row) => row.content)).toEqual(
      scheduled.map((row) => row.content),
    )
  }

  // The organization
  const given = tables.zerver_realm![0]!
  expect(state.realm_name).toBe(given.name)
  expect(state.realm_description).toBe(given.description)
  expect(state.realm_invite_required).toBe(given.invite_required)
  expect(state.realm_can_create_public_channel_group).toBe(
    groups.get(POLICIES[String(given.create_public_stream_policy)])!.id,
  )
  expect(((await get('/realm/linkifiers')).linkifiers as Body[]).map((row) => row.pattern)).toEqual(
    (tables.zerver_realmfilter ?? []).map((row) => row.pattern),
  )
  expect((state.custom_profile_fields as Body[]).map((row) => [row.name, row.type])).toEqual(
    (tables.zerver_customprofilefield ?? []).map((row) => [row.name, row.field_type]),
  )
  const emoji = Object.values(state.realm_emoji as Record<string, Body>)
  expect(emoji.map((row) => row.name)).toEqual((tables.zerver_realmemoji ?? []).map((row) => row.name))
  for (const row of emoji) expect((await fetch(new URL(String(row.source_url), origin))).status).toBe(200)

  // Files, as their owners fetch them
  for (const row of archive.attachments as Row[]) {
    const path = String(row.path_id).replace(/^\d+\//, `${realm.id}/`)
    const own = as(String(byId.get(Number(row.owner))!.delivery_email))
    const { url } = await own.ok(own.get(`/user_uploads/${encodeURI(path)}`))
    const bytes = Buffer.from(await (await fetch(new URL(url, origin))).arrayBuffer())
    const original = archive.files.get(`uploads/${row.path_id}`)!
    expect(bytes.equals(original)).toBe(true)
  }
  return { channels: channels.size, subscriptions, files: archive.attachments.length, emoji: emoji.length }
}

const POLICIES_OF_SENDING: Record<string, string> = {
  1: 'role:everyone',
  2: 'role:administrators',
  3: 'role:fullmembers',
  4: 'role:moderators',
}
