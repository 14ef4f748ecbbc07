import { KINDS, type Mix } from './scale-traffic.ts'

/** The requests of 10,000 clients in a second. */
export const LIFE: Mix = { message: 17, broadcast: 0, mark: 83, presence: 167, fetch: 33 }

/** The mix in which all clients hear most messages. */
export const BROADCASTS = 'broadcasts'

/** In each of these one kind costs most, so that the fit can tell them apart. */
const DESIGN: Readonly<Record<string, Mix>> = {
  messages: { message: 60, broadcast: 0, mark: 20, presence: 80, fetch: 10 },
  [BROADCASTS]: { message: 8, broadcast: 10, mark: 20, presence: 80, fetch: 10 },
  marks: { message: 8, broadcast: 0, mark: 120, presence: 80, fetch: 10 },
  presence: { message: 8, broadcast: 0, mark: 20, presence: 500, fetch: 10 },
  fetches: { message: 8, broadcast: 0, mark: 20, presence: 80, fetch: 100 },
}

/** In these many of each kind happen together, as in life, but in other proportions. */
const TOGETHER: Readonly<Record<string, Mix>> = {
  'many talk': { message: 30, broadcast: 0, mark: 50, presence: 250, fetch: 15 },
  'many read': { message: 8, broadcast: 2, mark: 100, presence: 100, fetch: 60 },
  'many come and go': { message: 12, broadcast: 1, mark: 40, presence: 300, fetch: 25 },
}

export const times = (mix: Mix, speed: number): Mix =>
  Object.fromEntries(KINDS.map((kind) => [kind, mix[kind] * speed])) as Mix

type Mixes = Readonly<Record<string, Mix>>

const mapMixes = (mixes: Mixes, change: (name: string, mix: Mix) => [name: string, mix: Mix]): Mixes =>
  Object.fromEntries(Object.entries(mixes).map(([name, mix]) => change(name, mix)))

/** The mixes that the constants are fitted to. */
export const fittedMixes = (speed: number): Mixes =>
  mapMixes({ ...DESIGN, ...TOGETHER }, (name, mix) => [name, times(mix, speed)])

/** They let the fit separate the cost of a request from the cost of a process in use. */
export const halfMixes = (speed: number): Mixes =>
  mapMixes(DESIGN, (name, mix) => [`half the ${name}`, times(mix, speed / 2)])

/**
 * With these, at one of several gateways, the fit separates the cost of reading the log from the cost of a
 * request.
 */
export const oneSidedMixes = (speed: number): Mixes => {
  const { messages, marks, presence, 'many talk': manyTalk } = fittedMixes(speed)
  return { messages: messages!, marks: marks!, presence: presence!, 'many talk': manyTalk! }
}

/** The mixes that the model must predict, which take no part in the fit. */
export const lifelikeMixes = (speed: number): Mixes => ({
  life: times(LIFE, speed),
  'half of life': times(LIFE, speed / 2),
})
