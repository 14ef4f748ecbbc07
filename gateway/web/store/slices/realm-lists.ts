import type { Registration } from '../../model/wire.ts'
import { slice } from './slice.ts'

export type Domain = Registration['realm_domains'][number]

/** The domains whose e-mail addresses may join, where addresses are restricted. */
export const domains = slice<readonly Domain[]>({
  from: ({ realm_domains }) => realm_domains,
  apply: (state, event) => {
    if (event.type !== 'realm_domains') return state
    if (event.op === 'add') return [...state, event.realm_domain]
    if (event.op === 'remove') return state.filter(({ domain }) => domain !== event.domain)
    const { realm_domain: changed } = event
    return state.map((one) => (one.domain === changed.domain ? changed : one))
  },
})

export type Linkifier = Registration['realm_linkifiers'][number]

/** The patterns that become links, in the order in which they apply. */
export const linkifiers = slice<readonly Linkifier[]>({
  from: ({ realm_linkifiers }) => realm_linkifiers,
  apply: (state, event) => (event.type === 'realm_linkifiers' ? event.realm_linkifiers : state),
})

export type ChannelGroup = Registration['realm_default_stream_groups'][number]

/** The groups of channels that people may choose when they join. */
export const channelGroups = slice<readonly ChannelGroup[]>({
  from: ({ realm_default_stream_groups }) => realm_default_stream_groups,
  apply: (state, event) => (event.type === 'default_stream_groups' ? event.default_stream_groups : state),
})
