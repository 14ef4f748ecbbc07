import { MAX_INCIDENTS, MAX_TROUBLE_TEXT } from '../../../config/limits.ts'
import { LOQUAT_VERSION } from '../../../config/version.ts'
import {
  INCIDENTS,
  type IncidentName,
  remedyOf,
  sentenceOf,
  severityOf,
} from '../../../core/platform/incidents/catalogue.ts'
import { causeOf } from '../../../core/platform/incidents/causes.ts'
import type { Incident, Trouble } from '../../../core/platform/incidents/incident.ts'
import { SEVERITIES } from '../../../core/platform/incidents/kinds/severity.ts'
import { logOf, shortened } from '../../../core/platform/incidents/troubles.ts'
import { otherVersion } from '../../../core/platform/series/deployments.ts'
import { type ReadMark, readMarks } from '../../../core/platform/series/marks.ts'
import { cutText } from '../../../core/platform/text/cut-text.ts'
import type { Core } from '../../../core/state/core.ts'
import type { Fleet, FleetFigures } from '../fleet.ts'
import { withDeadline } from '../with-deadline.ts'
import { type Derived, derivedOf, derivedOfReports } from './derived.ts'
import { markIncidents } from './mark-incidents.ts'
import { isMomentOver, QUIET_MS } from './moment.ts'
import { OrganizationNames } from './organization-names.ts'
import type { Probes } from './probes.ts'

/** The manual of incidents, on this server. */
export const MANUAL_PATH = '/ops/incidents'

/** After Redis has accepted writes again, processes need this time to report: as long as a report counts. */
const REPORTS_RETURN_MS = 17_000
/** Time between two looks. */
const LOOK_MS = { used: 5_000, idle: 7_000 }

/** Lists the incidents of the server that this gateway knows. */
export class Incidents {
  readonly #core: Core
  readonly #fleet: Fleet
  readonly #probes: Probes
  readonly #names: OrganizationNames
  /** The derived faults of the last look. */
  #seen: ReadonlyMap<string, Trouble> = new Map()
  /** When this gateway has first seen each derived fault. */
  #pending: ReadonlyMap<string, number> = new Map()
  #redisFailedAt = Number.NEGATIVE_INFINITY
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  constructor(core: Core, fleet: Fleet, probes: Probes) {
    this.#core = core
    this.#fleet = fleet
    this.#probes = probes
    this.#names = new OrganizationNames(core.db)
  }

  /** Looks every few seconds, and logs faults that begin and end. */
  start(): void {
    const look = async () => {
      await Promise.all([this.#probes.run(), this.#mark()]).catch((error) =>
        this.#core.log.warn({ err: error }, 'incidents cannot be looked for; the next look tries again'),
      )
      const isUsed = this.#core.realms.areInUse || this.#core.troubles.current().length > 0
      if (!this.#isStopped) this.#timer = setTimeout(look, isUsed ? LOOK_MS.used : LOOK_MS.idle)
    }
    this.#timer = setTimeout(look, 1_000)
  }

  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  /** The deployments and incidents of the last week; undefined while Redis does not answer. Never rejects. */
  async marks(): Promise<ReadMark[] | undefined> {
    if (!this.#core.isRedisAvailable) return undefined
    return withDeadline(readMarks(this.#core.redis)).catch(() => undefined)
  }

  async #mark(): Promise<void> {
    const incidents = await this.current()
    if (this.#core.isRedisAvailable) await markIncidents(this.#core.redis, incidents)
  }

  /**
   * The present incidents that no other one explains, at most MAX_INCIDENTS, each with those that it
   * explains. Moments that are over come last, the most severe first, among them those with a sign within
   * QUIET_MS, and among these the newest. Never rejects.
   */
  async current(): Promise<Incident[]> {
    const figures = await this.#fleet.figures()
    const derived = await this.#derived(figures)
    const ownId = this.#fleet.ownId
    const reported = figures.processes.filter(({ id }) => id !== ownId).flatMap((each) => each.troubles ?? [])
    const all = merged([...this.#core.troubles.current(), ...reported, ...derived])
    const explained = byCause(all.sort(byUrgency(figures.at)))
    const shown = firstOfEachKind([...explained.keys()]).slice(0, MAX_INCIDENTS)
    const names = await this.#names.of(shown.flatMap(({ realm }) => realm ?? []))
    return shown.map((trouble) => ({
      ...asIncident(trouble, names),
      effects: firstOfEachKind(explained.get(trouble)!)
        .slice(0, MAX_INCIDENTS)
        .map((effect) => asIncident(effect, names)),
    }))
  }

  async #derived(figures: FleetFigures): Promise<Trouble[]> {
    const found = await this.#withVersions(derivedOf(figures))
    if (await this.#reportsAreKnown(figures)) found.push(...derivedOfReports(figures))
    const pending = new Map<string, number>()
    const lasting = found.filter((each) => {
      const key = keyOf(each)
      const firstAt = this.#pending.get(key) ?? figures.at
      pending.set(key, firstAt)
      return figures.at - firstAt >= (each.graceMs ?? 0)
    })
    this.#pending = pending
    const seen = new Map(lasting.map((each) => this.#asTrouble(each, figures.at)))
    for (const [key, trouble] of seen)
      if (!this.#seen.has(key)) this.#core.log.warn(logOf(trouble), 'an incident begins')
    for (const [key, trouble] of this.#seen)
      if (!seen.has(key)) this.#core.log.info(logOf(trouble), 'an incident ends')
    this.#seen = seen
    return [...seen.values()]
  }

  /** Says of unreadable jobs which other version may have written them. */
  async #withVersions(all: readonly Derived[]): Promise<Derived[]> {
    const { redis, isRedisAvailable } = this.#core
    if (!isRedisAvailable) return [...all]
    return Promise.all(
      all.map(async (each) => {
        const { reason = '' } = each
        if (each.name !== 'jobs-failed' || !UNREADABLE.test(reason)) return each
        const other = await withDeadline(otherVersion(redis, LOQUAT_VERSION, Date.now())).catch(
          () => undefined,
        )
        return other === undefined
          ? each
          : { ...each, reason: `${cutText(reason, MAX_TROUBLE_TEXT - other.length - 2)}; ${other}` }
      }),
    )
  }

  /** Whether every live process can have reported. */
  async #reportsAreKnown(figures: FleetFigures): Promise<boolean> {
    const { troubles } = this.#core
    const mayAccuse = derivedOfReports(figures).length > 0
    if (mayAccuse && figures.isRedisAvailable) await this.#probes.writeToRedis()
    const isBroken = !figures.isRedisAvailable || troubles.has('redis-away') || troubles.has('redis-refuses')
    if (isBroken) this.#redisFailedAt = performance.now()
    return performance.now() - this.#redisFailedAt > REPORTS_RETURN_MS
  }

  #asTrouble(derived: Derived, at: number) {
    const { name, subject = '', reason = '', count = 1, realm = null, since, lastAt = at, severity } = derived
    const key = keyOf(derived)
    const from = since ?? this.#pending.get(key) ?? at
    const trouble: Trouble = {
      name,
      subject,
      reason: shortened(reason),
      count,
      realm,
      since: from,
      lastAt,
      ...(severity && { severity }),
    }
    return [key, trouble] as const
  }
}

/** The end of a job whose data a worker cannot read. */
const UNREADABLE = /data of job .* is invalid, as version /s

const keyOf = ({ name, subject = '' }: Pick<Derived, 'name' | 'subject'>): string => `${name} ${subject}`

/** Joins the notes of several processes about one fault. */
function merged(troubles: readonly Trouble[]): Trouble[] {
  const joined = new Map<string, Trouble>()
  for (const trouble of troubles) {
    if (INCIDENTS[trouble.name] === undefined) continue // of another version
    const key = keyOf(trouble)
    const other = joined.get(key)
    if (other === undefined) {
      joined.set(key, trouble)
      continue
    }
    const [older, newer] = other.lastAt <= trouble.lastAt ? [other, trouble] : [trouble, other]
    joined.set(key, {
      ...newer,
      severity: severityOf(rankOf(older) < rankOf(newer) ? older : newer),
      since: Math.min(older.since, newer.since),
      count: older.count + newer.count,
      reason: newer.reason || older.reason,
      realm: newer.realm ?? older.realm,
    })
  }
  return [...joined.values()]
}

const rankOf = (trouble: Trouble): number => SEVERITIES.indexOf(severityOf(trouble))

export const byUrgency =
  (at: number) =>
  (a: Trouble, b: Trouble): number => {
    const isQuiet = ({ lastAt }: Trouble) => Number(at - lastAt > QUIET_MS)
    return (
      Number(isMomentOver(a, at)) - Number(isMomentOver(b, at)) ||
      rankOf(a) - rankOf(b) ||
      isQuiet(a) - isQuiet(b) ||
      b.since - a.since ||
      a.name.localeCompare(b.name)
    )
  }

/**
 * The faults that no other one explains, each with those that it explains, in the given order: that of the
 * first of each group.
 */
export function byCause(troubles: readonly Trouble[]): Map<Trouble, Trouble[]> {
  const groups = new Map<Trouble, Trouble[]>()
  for (const trouble of troubles) {
    const root = causeOf(trouble, troubles) ?? trouble
    const effects = groups.get(root) ?? []
    if (root !== trouble) effects.push(trouble)
    groups.set(root, effects)
  }
  return groups
}

/** The same incidents; those of a kind that is in the list already come after all others. */
function firstOfEachKind(troubles: readonly Trouble[]): Trouble[] {
  const seen = new Set<IncidentName>()
  const [first, further]: [Trouble[], Trouble[]] = [[], []]
  for (const trouble of troubles) {
    ;(seen.has(trouble.name) ? further : first).push(trouble)
    seen.add(trouble.name)
  }
  return [...first, ...further]
}

function asIncident(trouble: Trouble, names: ReadonlyMap<number, string>): Incident {
  const { name, subject, since, lastAt, count, reason, realm } = trouble
  return {
    name,
    severity: severityOf(trouble),
    subject,
    sentence: sentenceOf(name, subject, reason),
    since: Math.min(since, Date.now()), // the clock of the process that noticed it may be wrong
    lastAt,
    count,
    reason,
    remedy: remedyOf(name, reason, subject),
    link: `${MANUAL_PATH}#${name}`,
    ...(realm !== null && { organization: names.get(realm) ?? `number ${realm}` }),
  }
}
