import { html } from '../html.ts'
import type { HelpTexts } from './help-text.ts'

export const french: HelpTexts = {
  title: 'Ce qui fonctionne avec quelle application',
  hint: 'Les membres d’une organisation utilisent l’une ou l’autre de ces applications, ou plusieurs : ce qu’une personne écrit, tout le monde le voit aussitôt.',
  columns: ['Application', 'Discussion', 'Notifications quand elle est fermée'],
  apps: [
    [
      'Cette page dans un navigateur',
      'Oui',
      'Sur les ordinateurs et Android, à une adresse en https : activez « Notifier cet appareil » dans le menu du compte. Sur iPhone et iPad à partir d’iOS 16.4, ajoutez d’abord la page à l’écran d’accueil.',
    ],
    [
      'Les applications mobiles de Zulip',
      'Oui : saisissez l’adresse de ce serveur',
      'Seulement si l’exploitant dispose des identifiants de l’éditeur de l’application',
    ],
    ['zulip-terminal', 'Oui, avec votre adresse e-mail et votre clé d’API', 'Tant qu’il est ouvert'],
    [
      'Bots et programmes',
      html`Oui, par <a href="/api/">l’API</a>`,
      'Les événements dès qu’ils se produisent',
    ],
  ],
  parts: [
    [
      'Pour l’administration',
      html`Le <a href="/help/administration/fr">guide de l’administration</a> suit les tâches : inviter des personnes, fermer un canal, un départ.`,
    ],
    [
      'Votre clé d’API',
      html`Les applications de terminal et les programmes se connectent avec elle. Vous la trouvez dans les <a href="/#settings/account">réglages de votre compte</a>,
et les clés des bots sous <a href="/#settings/bots">vos bots</a>.`,
    ],
    [
      'Sans connexion',
      html`Cette page s’ouvre sans connexion et affiche les conversations les plus récentes que le navigateur garde : au plus 50, avec 50 messages chacune.
Quiconque peut utiliser votre profil de navigateur peut aussi les lire. Se déconnecter les supprime, et un interrupteur dans vos
<a href="/#settings/preferences">préférences</a> les désactive.`,
    ],
    [
      'E-mails',
      html`Ce que vous manquez en votre absence arrive par e-mail, sauf si vous le désactivez dans les
<a href="/#settings/notifications">réglages des notifications</a>.`,
    ],
    ['Clavier', html`Appuyez sur <code>?</code> dans la discussion pour voir la liste des touches.`],
  ],
}
