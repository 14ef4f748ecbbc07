import { html } from '../html.ts'
import type { HelpTexts } from './help-text.ts'

export const german: HelpTexts = {
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
      html`Die <a href="/help/administration/de">Anleitung für Administratoren</a> ist nach Aufgaben geordnet: Personen einladen, einen Kanal schließen, jemand geht.`,
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
