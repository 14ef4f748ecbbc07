import { z } from 'zod'
import { renderedDescription } from '../../../core/organization/settings/description.ts'
import { enabledMethods } from '../../../core/people/authentication/methods.ts'
import { PASSWORD } from '../../../core/people/authentication/password/method.ts'
import { allowsSpectators } from '../../../core/state/access/spectators.ts'
import { realmUrl } from '../../../core/state/realm/address.ts'
import { realmIcon } from '../../../core/state/realm/images.ts'
import { endpoint } from '../../http/endpoint/endpoint.ts'
import type { Services } from '../../services.ts'
import { versions, versionsShape } from '../../wire/versions.ts'

/** All authentication methods that clients know. Enabled ones (`enabledMethods`) are true. */
const KNOWN_METHODS = {
  password: false,
  email: false,
  dev: false,
  ldap: false,
  remoteuser: false,
  github: false,
  azuread: false,
  gitlab: false,
  apple: false,
  google: false,
  saml: false,
  'openid connect': false,
}

const method = z.object({
  name: z.string().describe('The name of the method for programs.'),
  display_name: z.string().describe('The text of a button.'),
  display_icon: z.string().nullable().describe('The address of a picture; null for none.'),
  login_url: z.string().describe('The path of the page to log in.'),
  signup_url: z.string().describe('The path of the page to join.'),
})

/** The method of apps that open a browser to log in (`gateway/pages/app-log-in.ts`). */
const BROWSER_METHOD = {
  name: 'browser',
  display_name: 'your browser',
  display_icon: null,
  login_url: '/login',
  signup_url: '/register',
}

/**
 * Mobile apps from before 2018, and `ZulipInvalid`, which clients send to test how they report
 * incompatibility.
 */
const INCOMPATIBLE_USER_AGENT = /^(?:ZulipInvalid\b|ZulipMobile\/(?:\d|1[0-5])\.)/

export function serverSettingsRoutes({ config, core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/server_settings',
      access: 'anyone',
      summary: 'Get the server settings that clients need before they log in',
      description: 'It needs no credentials. The host of the request decides which organization it is about.',
      response: {
        authentication_methods: z
          .record(z.string(), z.boolean())
          .describe('Whether each way to log in that clients know is enabled.'),
        external_authentication_methods: z.array(method).describe('The ways to log in by a browser.'),
        ...versionsShape,
        push_notifications_enabled: z
          .boolean()
          .describe('Whether the server sends push notifications to phones.'),
        is_incompatible: z
          .boolean()
          .describe('Whether the client, by its User-Agent, is too old for this server.'),
        email_auth_enabled: z.boolean().describe('Whether people log in by email address and password.'),
        require_email_format_usernames: z
          .boolean()
          .describe('Whether the name to log in with is an email address: always.'),
        realm_uri: z.string().describe('Deprecated: the same as `realm_url`.'),
        realm_url: z.string().describe('The address of the organization.'),
        realm_name: z.string().describe('The name of the organization.'),
        realm_icon: z.string().describe('The address of the icon of the organization.'),
        realm_description: z.string().describe('The description of the organization as HTML.'),
        realm_web_public_access_enabled: z
          .boolean()
          .describe('Whether people without an account can read web-public channels.'),
      },
      handler: ({ realm, userAgent }) => {
        const { record } = realm
        const url = realmUrl(record, config.rootUrl)
        const methods = enabledMethods(core, realm)
        return {
          authentication_methods: {
            ...KNOWN_METHODS,
            ...Object.fromEntries(methods.flatMap(({ wireNames }) => wireNames.map((name) => [name, true]))),
            dev: config.isDevelopment,
          },
          external_authentication_methods: [
            BROWSER_METHOD,
            ...methods
              .filter(({ isExternal }) => isExternal)
              .map(({ name, displayName, icon }) => ({
                ...{ name, display_name: displayName, display_icon: icon },
                ...{ login_url: `/login/with/${name}`, signup_url: `/login/with/${name}` },
              })),
          ],
          ...versions,
          push_notifications_enabled: record.isPushEnabled,
          is_incompatible: INCOMPATIBLE_USER_AGENT.test(userAgent),
          email_auth_enabled: methods.some(({ name }) => name === PASSWORD.name),
          require_email_format_usernames: true,
          realm_uri: url,
          realm_url: url,
          realm_name: record.settings.name,
          realm_icon: new URL(realmIcon(record).url, url).href,
          realm_description: renderedDescription(record, config.rootUrl),
          realm_web_public_access_enabled: allowsSpectators(realm),
        }
      },
    }),
  ] as const
}
