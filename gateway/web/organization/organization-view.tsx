import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs'
import { ORGANIZATION_GROUPS, type OrganizationGroup, type OrganizationSection } from '../model/route.ts'
import { Icon } from '../parts/icon.tsx'
import { ViewBar } from '../parts/view-bar.tsx'
import type { Store } from '../store/state/store.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import '../forms/settings.css'
import './organization.css'
import { SECTIONS } from './sections.ts'
import { texts } from './shared/texts.ts'

const isShown = (store: Store, section: OrganizationSection): boolean =>
  SECTIONS[section].isFor?.(store) ?? true

/**
 * The pages that administer the organization, beside their list. A phone shows either the list or a page.
 */
export function OrganizationView({ section }: { section: OrganizationSection | undefined }) {
  const store = useStore()
  const known = section !== undefined && isShown(store, section) ? section : undefined
  const shown = known ?? 'profile'
  const { component: Page } = SECTIONS[shown]
  return (
    <>
      <ViewBar back={known === undefined ? undefined : { href: '#organization', name: texts.backToList }}>
        <h1>
          <span class="whole">{t.organization}</span>
          <span class="part-name">{known === undefined ? t.organization : texts.titles[shown]}</span>
        </h1>
      </ViewBar>
      <div
        class={known === undefined ? 'settings organization at-list' : 'settings organization'}
        data-scroller
      >
        <nav aria-label={texts.sections}>
          {(Object.keys(ORGANIZATION_GROUPS) as OrganizationGroup[]).map((group) => (
            <Links key={group} group={group} shown={shown} />
          ))}
        </nav>
        <div key={shown} class="part">
          <Page />
        </div>
      </div>
    </>
  )
}

function Links({ group, shown }: { group: OrganizationGroup; shown: OrganizationSection }) {
  const store = useStore()
  const sections = ORGANIZATION_GROUPS[group].filter((section) => isShown(store, section))
  if (sections.length === 0) return null
  return (
    <>
      <p>{texts.groups[group]}</p>
      {sections.map((section) => (
        <a
          key={section}
          href={`#organization/${section}`}
          aria-current={section === shown ? 'page' : undefined}
        >
          {texts.titles[section]}
          <Icon node={ChevronRight} />
        </a>
      ))}
    </>
  )
}
