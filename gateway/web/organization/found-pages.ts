import { plain } from '../model/rank.ts'
import { ORGANIZATION_SECTIONS, type OrganizationSection } from '../model/route.ts'
import type { SettingText } from '../model/setting-text.ts'
import { groupsOf, SETTINGS_PAGES, type SettingsPage } from './shared/groups-of-settings.ts'
import { realmSettingTexts } from './shared/setting-texts.ts'
import { texts } from './shared/texts.ts'

/** A page with what a search has found on it. */
export interface FoundPage {
  readonly section: OrganizationSection
  /** The names of the settings. */
  readonly rows: readonly string[]
}

interface Row {
  readonly name: string
  /** The words by which people find it. */
  readonly words: string
}

const named = (name: string): Row => ({ name, words: plain(name) })

/** Rows that are no declared settings. */
const OTHERS: Partial<Record<OrganizationSection, readonly Row[]>> = {
  profile: [texts.icon, texts.logo, texts.nightLogo].map(named),
  joining: [named(texts.endSessions)],
}

const isSettingsPage = (section: OrganizationSection): section is SettingsPage & OrganizationSection =>
  (SETTINGS_PAGES as readonly string[]).includes(section)

/** The settings of a page, which people also find by the name that the interface has for them. */
function rowsOf(section: OrganizationSection): readonly Row[] {
  const declared = isSettingsPage(section) ? groupsOf(section).flatMap(({ settings }) => settings) : []
  const rows = declared.map((setting) => {
    const { name, text = '', options = {} }: SettingText = realmSettingTexts[setting]
    const words = [name, text, ...Object.values(options), setting.replaceAll('_', ' ')]
    return { name, words: plain(words.join(' ')) }
  })
  return [...rows, ...(OTHERS[section] ?? [])]
}

const pages = ORGANIZATION_SECTIONS.map((section) => ({
  section,
  words: plain([texts.titles[section], texts.searchWords[section], section].join(' ')),
  rows: rowsOf(section),
}))

/** The pages that a search finds by all of its words, with their settings. */
export function foundPages(query: string): readonly FoundPage[] {
  const asked = plain(query).split(/\s+/).filter(Boolean)
  const fits = (words: string) => asked.every((word) => words.includes(word))
  return pages.flatMap(({ section, words, rows }) => {
    const found = rows.filter((row) => fits(row.words)).map(({ name }) => name)
    return found.length > 0 || fits(words) ? [{ section, rows: found }] : []
  })
}
