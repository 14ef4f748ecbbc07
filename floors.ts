/** A folder or file, or several side by side that do not import each other. */
export type Floor = string | readonly string[]

export interface Floors {
  /** Folders whose files are checked. */
  readonly roots: readonly string[]
  /**
   * For each folder with folders in it, these from top to bottom. An import points down only, of types as
   * well as of values. A file of the folder itself may have a floor. The others stand where `*` is, and
   * without it above all folders.
   */
  readonly order: Readonly<Record<string, readonly Floor[]>>
  /** Maximum number of files directly in a folder. */
  readonly maxFiles: number
  /** Packages that only these folders and files import. */
  readonly packages: Readonly<Record<string, readonly string[]>>
  /**
   * Folders that import nothing outside themselves but `imports`, except in the files and folders `doors`.
   */
  readonly closed: Readonly<
    Record<string, { readonly imports: readonly string[]; readonly doors: readonly string[] }>
  >
}

/** The way down through the product. `npm run lint` holds it. */
export const FLOORS: Floors = {
  roots: ['cli', 'config', 'core', 'gateway', 'storage', 'workers'],
  order: {
    '.': ['cli', ['gateway', 'workers'], 'storage', 'core', 'config'],
    cli: ['commands', 'doctor', 'operator', 'supervisor'],
    config: ['embedded', 'error.ts', 'secret-file.ts'],
    core: [
      'demonstration',
      'transfer',
      'notifying',
      'messaging',
      'organization',
      'people',
      'channels',
      'content',
      'state',
      'platform',
    ],
    'core/channels': [
      ['changing', 'joining'],
      'subscriptions',
      ['defaults', 'folders', 'presenting'],
      'user-topics',
      ['entities.ts', 'errors.ts'],
    ],
    'core/content': [
      ['messages', 'pictures'],
      ['link-previews', 'uploads'],
      ['markdown', 'media'],
    ],
    'core/content/markdown': ['blocks', ['code', 'rules'], ['emoji', 'rendering']],
    'core/demonstration': ['scripts'],
    'core/messaging': [
      ['bots', 'drafts', 'muted-users', 'scheduled', 'typing'],
      'editing',
      ['sending', 'fetching', 'marking'],
      ['narrow', 'push', 'submessages'],
      ['reactions', 'reads', 'search', 'uploads'],
      'messages',
      ['alert-words', 'conversations', 'saved-snippets'],
      'words',
    ],
    'core/notifying': ['notifications', ['digests', 'mail', 'push']],
    'core/organization': [['domains', 'emoji', 'linkifiers', 'playgrounds', 'settings', 'usage']],
    'core/people/authentication': [
      'providers',
      '*',
      ['github', 'jwt', 'ldap', 'openid', 'passkey', 'password', 'remote-user', 'saml'],
      'external',
      'method.ts',
      'person.ts',
    ],
    'core/people': [
      'provisioning',
      'authentication',
      ['accounts', 'zoom'],
      ['credentials', 'second-factors'],
      ['invites', 'users'],
      [
        'bots',
        'groups',
        'navigation-views',
        'onboarding',
        'presence',
        'profile-fields',
        'push-devices',
        'status',
        'welcome',
      ],
    ],
    'core/platform': [
      ['replicas', 'tracing', 'transactions'],
      'events',
      'series',
      'processes',
      'jobs',
      'db',
      'redis',
      'net',
      'log',
      'incidents',
      ['collections', 'concurrency', 'text'],
      ['errors.ts', 'ids.ts'],
    ],
    'core/platform/incidents': ['kinds'],
    'core/platform/db': ['statements', 'migrations', 'servers'],
    'core/platform/db/migrations': [['initial-schema', 'words']],
    'core/state': [
      'access',
      'shared-lists',
      'audit',
      'realm',
      'events',
      'wire',
      ['channels', 'settings'],
      'groups',
      'users',
      ['linkifiers', 'pictures'],
    ],
    'core/transfer': [['deletion', 'imports', 'person'], 'exports'],
    'core/transfer/imports': ['from', '*'],
    'core/transfer/imports/from': [
      '*',
      ['loquat', 'mattermost', 'rocketchat', 'slack', 'zulip'],
      'writing',
      'reading',
      ['marks', 'source'],
    ],
    'core/transfer/exports': ['archive'],
    gateway: [
      'reference',
      'web',
      'routes',
      'integrations',
      'ops',
      'register',
      ['pages', 'scim'],
      ['exports', 'media', 'pictures', 'uploads'],
      'services.ts',
      'realtime',
      'wire',
      'static',
      'calls',
      'http',
      'design',
    ],
    'gateway/http': [
      'parameters',
      'exchange',
      'authentication',
      'limits',
      'endpoint',
      'body',
      'uwebsockets',
      'reply',
      'errors',
    ],
    'gateway/ops': [
      'pages.ts',
      'overview.ts',
      'overview-figures.ts',
      ['browser', 'incidents', 'jobs', 'organizations', 'processes'],
      '*',
      'texts',
    ],
    'gateway/pages': [
      'index.ts',
      ['calls', 'external', 'guide', 'help', 'language'],
      '*',
      'texts',
      'html.ts',
    ],
    'gateway/realtime': ['variants', 'queue-record.ts', 'event-id.ts'],
    'gateway/reference': [['browser', 'openapi']],
    'gateway/routes': [['channels', 'events', 'messages', 'organization', 'people', 'self']],
    'gateway/web': [
      'app',
      'help',
      'tour',
      'people',
      'spectate',
      'keyboard',
      'offline',
      'sidebar',
      'views',
      'later',
      'channel',
      'groups',
      ['begin', 'organization', 'person', 'settings'],
      'invite',
      'forms',
      'notify',
      'worker',
      'compose',
      'message',
      'find',
      'shell',
      'parts',
      'emoji',
      'store',
      'texts',
      'model',
      'client',
    ],
    'gateway/web/client': [['examples', 'package'], '*'],
    'gateway/web/compose': [
      ['completion', 'paste', 'toolbar'],
      'widget-form',
      'later-times.ts',
      'writing-place.ts',
      'text-edit.ts',
    ],
    'gateway/web/forms': ['picture', '*'],
    'gateway/web/message': ['list', 'overlays', 'row', 'widgets', 'content', '*'],
    'gateway/web/organization': [
      '*',
      ['audit', 'authentication', 'general', 'lists', 'people', 'usage'],
      'shared',
    ],
    'gateway/web/parts': ['floating', '*'],
    'gateway/web/store': [['derived', 'verbs', 'copy'], 'state', 'slices', 'requests'],
    'gateway/web/texts': ['*', ['ar', 'de', 'es', 'fr', 'ja', 'zh-hans'], 'en', 'numbers.ts'],
    'gateway/web/views': ['*', 'recent'],
    storage: [
      'counted-storage.ts',
      ['folder', 's3'],
      'resumable',
      'images',
      'disk-failure.ts',
      'storage.ts',
      'pooled-bytes.ts',
    ],
    workers: ['jobs', ['link-previews', 'mail', 'push'], 'running'],
    'workers/jobs': [['mails', 'notifications', 'upkeep']],
  },
  maxFiles: 30,
  packages: {
    '@node-saml/node-saml': ['core/people/authentication/saml'],
    ldapts: ['core/people/authentication/ldap'],
    'openid-client': ['core/people/authentication/github', 'core/people/authentication/openid'],
    bullmq: ['core/platform/jobs', 'workers'],
    'uWebSockets.js': ['gateway/http', 'gateway/realtime'],
  },
  closed: {
    'gateway/web': {
      imports: [
        'gateway/design',
        'core/content/markdown/rendering/safe-style.ts',
        'core/notifying/push/web-notification.ts',
        // Names of devices in every language.
        'core/people/credentials/device-name.ts',
        // The tables of settings, from which pages make their forms, and what a linkifier matches. They
        // import no code of the server.
        'core/platform/text/languages.ts',
        'core/state/linkifiers/compile.ts',
        'core/state/settings/own-settings.ts',
        'core/state/settings/setting.ts',
        'core/state/settings/settings.ts',
        'core/state/users/settings.ts',
      ],
      doors: ['gateway/web/client/declared.ts', 'gateway/web/client/package', 'gateway/web/vite.config.ts'],
    },
  },
}
