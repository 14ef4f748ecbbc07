import type { Text } from '../en/index.ts'
import type { security as english } from '../en/security.ts'
import { plural } from './numbers.ts'

/** The texts of the page about the reader's log-in, fetched with the settings. */
export const security: Text<typeof english> = {
  password: 'Mot de passe',
  confirmTitle: 'Confirmez votre identité',
  confirmHint: 'Votre connexion date d’un moment, et ce changement touche à votre façon de vous connecter.',
  orCode: 'Ou un code de votre application, ou un code de secours',
  confirm: 'Confirmer',
  usePasskey: 'Utiliser une clé d’accès',
  notConfirmed: 'Vous n’avez pas confirmé votre identité. Rien n’a été modifié.',

  secondFactor: 'Second facteur',
  secondFactorHint: 'Avec un second facteur, le mot de passe seul ne suffit pas pour se connecter.',
  requiredFrom: (day) => `Votre organisation exige un second facteur à partir du ${day}.`,
  requiredNow: 'Votre organisation exige un second facteur. Sans lui, plus rien ne fonctionne.',
  setFactorUp: 'Le configurer',
  notNow: 'Plus tard',
  app: 'Application d’authentification',
  appAdded: (day) => `Ajoutée le ${day}.`,
  appNone: 'Une application sur votre téléphone affiche six chiffres qui changent toutes les 30 secondes.',
  addApp: 'Configurer une application',
  replaceApp: 'Configurer une autre application',
  removeApp: 'Retirer l’application',
  removeAppQuestion: 'Retirer l’application d’authentification ?',
  removeAppWarning: 'Ses codes ne fonctionneront plus. Sans clé d’accès, le mot de passe seul suffira alors.',
  scan: 'Scannez ce code avec l’application, puis saisissez les chiffres qu’elle affiche.',
  qrCode: 'Code QR pour l’application d’authentification',
  secret: 'Sans appareil photo, saisissez ce secret',
  code: 'Code',
  goOn: 'Continuer',

  codes: 'Codes de secours',
  codesLeft: (count) => plural(count, { one: 'Il vous reste # code.', other: 'Il vous reste # codes.' }),
  codesNone: 'Vous les obtenez avec le premier second facteur.',
  newCodes: 'Générer de nouveaux codes',
  newCodesQuestion: 'Générer de nouveaux codes de secours ?',
  newCodesWarning: 'Les anciens ne fonctionneront plus.',
  codesTitle: 'Conservez vos codes de secours',
  codesHint:
    'Chacun remplace une fois le second facteur. Conservez-les là où vous les trouverez sans cet appareil. Ils ne s’affichent que maintenant.',
  download: 'Télécharger',
  done: 'Je les ai conservés',

  passkeys: 'Clés d’accès',
  passkeysHint:
    'Connectez-vous avec votre doigt, votre visage, un code PIN ou une clé de sécurité au lieu du mot de passe.',
  addPasskey: 'Ajouter une clé d’accès',
  passkeyFailed: 'Le navigateur n’a pas créé de clé d’accès.',
  passkeyTimes: (added, used) =>
    used === undefined
      ? `Ajoutée le ${added}, pas encore utilisée`
      : `Ajoutée le ${added}, dernière utilisation ${used}`,
  rename: 'Renommer',
  renamePasskey: (name) => `Renommer : ${name}`,
  passkeyName: 'Nom de la clé d’accès',
  save: 'Enregistrer',
  remove: 'Supprimer',
  removePasskey: (name) => `Supprimer : ${name}`,
  removePasskeyQuestion: (name) => `Supprimer la clé d’accès ${name} ?`,
  removePasskeyWarning: 'Plus personne ne pourra se connecter avec elle. Retirez-la aussi de votre appareil.',

  sessions: 'Sessions et appareils',
  sessionsHint:
    'Les navigateurs dans lesquels vous êtes connecté. Les applications ont la clé API : une nouvelle clé les déconnecte.',
  thisDevice: 'Cet appareil',
  sessionTimes: (started, used) =>
    started === undefined
      ? `Dernière utilisation ${used}`
      : `Depuis ${started}, dernière utilisation ${used}`,
  logOut: 'Se déconnecter',
  logOutDevice: (device) => `Déconnecter : ${device}`,
  logOutOthers: 'Déconnecter tous les autres',
  logOutOthersQuestion: 'Se déconnecter de tous les autres appareils ?',
  logOutOthersWarning: 'Chaque appareil de cette liste, sauf celui-ci, devra se reconnecter.',
  notLoaded: 'Chargement impossible.',
}
