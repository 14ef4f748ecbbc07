import type { ComponentType } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { SETTINGS_SECTIONS, type SettingsSection } from '../model/route.ts'
import { ViewBar } from '../parts/view-bar.tsx'
import { t } from '../texts/texts.ts'
import { Account } from './account.tsx'
import { AlertWords } from './alert-words.tsx'
import { Bots } from './bots.tsx'
import { MutedUsers } from './muted-users.tsx'
import { Notifications } from './notifications.tsx'
import { Preferences } from './preferences.tsx'
import { Profile } from './profile.tsx'
import '../forms/settings.css'
import { texts } from '../forms/settings-texts.ts'
import { Security } from './security.tsx'
import './security.css'
import { Topics } from './topics.tsx'
import { Uploads } from './uploads.tsx'

const SECTIONS: Readonly<Record<SettingsSection, ComponentType>> = {
  profile: Profile,
  account: Account,
  security: Security,
  preferences: Preferences,
  notifications: Notifications,
  'alert-words': AlertWords,
  topics: Topics,
  'muted-users': MutedUsers,
  uploads: Uploads,
  bots: Bots,
}

/** The reader's own settings: one part at a time. Each change is saved at once. */
export function SettingsView({ section }: { section: SettingsSection }) {
  const Section = SECTIONS[section]
  const nav = useRef<HTMLElement>(null)
  // On a phone the names stand in one line, which scrolls.
  useLayoutEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [section])
  return (
    <>
      <ViewBar>
        <h1>{t.settings}</h1>
      </ViewBar>
      <div class="settings" data-scroller>
        <nav ref={nav} aria-label={texts.sections}>
          {SETTINGS_SECTIONS.map((name) => (
            <a key={name} href={`#settings/${name}`} aria-current={name === section ? 'page' : undefined}>
              {texts[name]}
            </a>
          ))}
        </nav>
        <div key={section} class="part">
          <Section />
        </div>
      </div>
    </>
  )
}
