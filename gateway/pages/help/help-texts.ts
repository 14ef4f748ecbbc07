import { type Html, html } from '../html.ts'
import type { PageLanguage } from '../texts/language.ts'

/** The texts of the help page in one language. */
export interface HelpTexts {
  readonly title: string
  readonly hint: string
  readonly columns: readonly [app: string, chat: string, notifications: string]
  readonly apps: readonly (readonly [app: string, chat: string | Html, notifications: string])[]
  readonly parts: readonly (readonly [title: string, text: Html])[]
}

export const english: HelpTexts = {
  title: 'What works with which app',
  hint: 'People of an organization use any of these side by side; what one writes, all see at once.',
  columns: ['App', 'Chat', 'Notifications while it is closed'],
  apps: [
    [
      'This page in a browser',
      'Yes',
      'On computers and Android, at an address with https: turn on “Notify this device” in the account menu. On iPhones and iPads from iOS 16.4, add the page to the Home Screen first.',
    ],
    [
      'The mobile apps of Zulip',
      'Yes: enter the address of this server',
      'Only if the operator has the credentials of the app’s publisher',
    ],
    ['zulip-terminal', 'Yes, with your e-mail address and API key', 'While it runs'],
    ['Bots and programs', html`Yes, through <a href="/api/">the API</a>`, 'Events as they happen'],
  ],
  parts: [
    [
      'For administrators',
      html`The <a href="/help/administration">guide for administrators</a> goes by task
(<a href="/help/administration/de" lang="de" hreflang="de">auf Deutsch</a>): invite people, close a channel, somebody leaves.`,
    ],
    [
      'Your API key',
      html`Apps in a terminal and programs log in with it. You find it in the <a href="/#settings/account">settings of your account</a>,
and keys of bots under <a href="/#settings/bots">your bots</a>.`,
    ],
    [
      'Without a connection',
      html`This page opens without a connection and shows the newest conversations that the browser keeps: at most 50, with 50 messages each.
Whoever can use your browser profile can read them too. Logging out deletes them, and a switch in your
<a href="/#settings/preferences">preferences</a> turns it off.`,
    ],
    [
      'Mails',
      html`What you miss while you are away comes by mail, unless you turn it off in the
<a href="/#settings/notifications">settings of notifications</a>.`,
    ],
    ['Keyboard', html`Press <code>?</code> in the chat for the list of keys.`],
  ],
}

const german: HelpTexts = {
  title: 'Was mit welcher App geht',
  hint: 'Jede Person nimmt, was ihr gefällt, auch mehrere Apps nebeneinander: Was eine Person schreibt, sehen alle sofort.',
  columns: ['App', 'Chatten', 'Benachrichtigungen, während sie geschlossen ist'],
  apps: [
    [
      'Diese Seite im Browser',
      'Ja',
      'Auf Computern und Android, wenn die Adresse mit https beginnt: Schalte im Kontomenü „Auf diesem Gerät benachrichtigen“ ein. Auf iPhones und iPads ab iOS 16.4 lege die Seite zuerst auf den Home-Bildschirm.',
    ],
    [
      'Die mobilen Apps von Zulip',
      'Ja: Gib die Adresse dieses Servers ein',
      'Nur wenn der Betreiber die Zugangsdaten des Herausgebers der App hat',
    ],
    ['zulip-terminal', 'Ja, mit deiner E-Mail-Adresse und deinem API-Schlüssel', 'Während es läuft'],
    ['Bots und Programme', html`Ja, über <a href="/api/">die API</a>`, 'Ereignisse, sobald sie geschehen'],
  ],
  parts: [
    [
      'Für Administratoren',
      html`Die <a href="/help/administration/de">Anleitung für Administratoren</a> ist nach Aufgaben geordnet
(<a href="/help/administration" lang="en" hreflang="en">in English</a>): Personen einladen, einen Kanal schließen, jemand geht.`,
    ],
    [
      'Dein API-Schlüssel',
      html`Damit melden sich Apps im Terminal und Programme an. Du findest ihn in den <a href="/#settings/account">Einstellungen deines Kontos</a>,
Schlüssel von Bots unter <a href="/#settings/bots">deinen Bots</a>.`,
    ],
    [
      'Ohne Verbindung',
      html`Diese Seite öffnet sich auch ohne Verbindung und zeigt die neuesten Unterhaltungen, die der Browser aufbewahrt: höchstens 50 mit je 50 Nachrichten.
Wer dein Browserprofil benutzen kann, kann sie auch lesen. Abmelden löscht sie, und ein Schalter in deinen
<a href="/#settings/preferences">Einstellungen</a> schaltet es aus.`,
    ],
    [
      'Mails',
      html`Was du verpasst, während du weg bist, kommt per Mail, wenn du das nicht in den
<a href="/#settings/notifications">Benachrichtigungen</a> ausschaltest.`,
    ],
    ['Tastatur', html`Drücke im Chat <code>?</code> für die Liste der Tasten.`],
  ],
}

/** The texts of the help page by language. Pages of other languages show the English ones. */
export const helpTexts: Readonly<Partial<Record<PageLanguage, HelpTexts>>> = { en: english, de: german }
