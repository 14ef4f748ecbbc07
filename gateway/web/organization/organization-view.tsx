import { useSignal } from '@preact/signals'
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs'
import Lock from 'lucide/dist/esm/icons/lock.mjs'
import { Fragment } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { FilterField } from '../forms/filter-field.tsx'
import { sought } from '../forms/sought.ts'
import { ORGANIZATION_GROUPS, type OrganizationGroup, type OrganizationSection } from '../model/route.ts'
import { Blank } from '../parts/blank.tsx'
import { Icon } from '../parts/icon.tsx'
import { ViewBar } from '../parts/view-bar.tsx'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import '../forms/settings.css'
import './organization.css'
import { foundPages } from './found-pages.ts'
import { isShown, SECTIONS, type SeenBy } from './sections.ts'
import { whoSees } from './shared/reader-may.ts'
import { texts } from './shared/texts.ts'

/**
 * The pages that administer the organization, beside their list. A phone shows either the list or a page.
 */
export function OrganizationView({ section }: { section: OrganizationSection | undefined }) {
  const store = useStore()
  const shown = section ?? 'profile'
  const { component: Page, seenBy } = SECTIONS[shown]
  const nav = useRef<HTMLElement>(null)
  const query = useSignal('')
  const isSearching = query.value.trim() !== ''
  // The list may be longer than the window.
  useLayoutEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  return (
    <>
      <ViewBar back={section === undefined ? undefined : { href: '#organization', name: texts.backToList }}>
        <h1>
          <span class="whole">{t.organization}</span>
          <span class="part-name">{section === undefined ? t.organization : texts.titles[shown]}</span>
        </h1>
      </ViewBar>
      <div
        class={section === undefined ? 'settings organization at-list' : 'settings organization'}
        data-scroller
      >
        <nav ref={nav} aria-label={texts.sections}>
          <FilterField label={texts.findSetting} text={query} />
          {isSearching ? (
            <Found query={query.value} shown={shown} />
          ) : (
            (Object.keys(ORGANIZATION_GROUPS) as OrganizationGroup[]).map((group) => (
              <Links key={group} group={group} shown={shown} />
            ))
          )}
        </nav>
        <div key={shown} class="part">
          {isShown(store, shown) ? <Page /> : <NotForReader title={texts.titles[shown]} by={seenBy!} />}
        </div>
      </div>
    </>
  )
}

/** A page to whose address the reader has come, such as by a link, without the role that sees it. */
function NotForReader({ title, by }: { title: string; by: SeenBy }) {
  const store = useStore()
  const hint = by === 'member' ? texts.guestsDoNotSee : whoSees(store, by)
  return <Blank icon={Lock} title={title} hint={hint} />
}

function Links({ group, shown }: { group: OrganizationGroup; shown: OrganizationSection }) {
  const store = useStore()
  const sections = ORGANIZATION_GROUPS[group].filter((section) => isShown(store, section))
  if (sections.length === 0) return null
  return (
    <>
      <p>{texts.groups[group]}</p>
      {sections.map((section) => (
        <PageLink key={section} section={section} shown={shown} />
      ))}
    </>
  )
}

interface PageLinkProps {
  readonly section: OrganizationSection
  readonly shown: OrganizationSection
}

const PageLink = ({ section, shown }: PageLinkProps) => (
  <a href={`#organization/${section}`} aria-current={section === shown ? 'page' : undefined}>
    {texts.titles[section]}
    <Icon node={ChevronRight} />
  </a>
)

/** The pages that a search finds, and the settings on them. */
function Found({ query, shown }: { query: string; shown: OrganizationSection }) {
  const store = useStore()
  const found = foundPages(query).filter(({ section }) => isShown(store, section))
  return (
    <>
      <p class="text" role="status">
        {found.length === 0 && texts.nothingFound}
      </p>
      {found.map(({ section, rows }) => (
        <Fragment key={section}>
          <PageLink section={section} shown={shown} />
          {rows.map((name) => (
            <a
              key={name}
              class="found"
              href={`#organization/${section}`}
              onClick={() => {
                sought(store).value = name
              }}
            >
              {name}
            </a>
          ))}
        </Fragment>
      ))}
    </>
  )
}
