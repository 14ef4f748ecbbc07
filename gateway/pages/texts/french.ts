import type { GERMAN } from './german.ts'

/** The sentences of the server's pages in French, by the English ones. */
export const FRENCH: Readonly<Record<keyof typeof GERMAN, string>> = {
  'Skip to content': 'Aller au contenu',
  Help: 'Aide',
  Language: 'Langue',
  'Open {name}': 'Ouvrir {name}',
  'Continue to {name}': 'Continuer vers {name}',
  'Go on': 'Continuer',
  'Begin again': 'Recommencer',
  'Log in': 'Se connecter',
  'Log out': 'Se déconnecter',
  'Log in as {name}': 'Se connecter en tant que {name}',
  'Log in another way': 'Se connecter autrement',
  'Log in with your browser': 'Se connecter avec votre navigateur',
  'Back to the log-in page': 'Retour à la page de connexion',
  'Forgot your password?': 'Mot de passe oublié ?',
  'Read public channels without an account': 'Lire les canaux publics sans compte',
  'Without a password': 'Sans mot de passe',
  'This is a development server: one click logs you in.':
    'Ceci est un serveur de développement : un clic vous connecte.',
  owner: 'propriétaire',
  administrator: 'administrateur',
  moderator: 'modérateur',
  member: 'membre',
  guest: 'invité',
  'Going to the log-in page': 'Vers la page de connexion',
  'You are not logged in': 'Vous n’êtes pas connecté',
  'You need an invitation': 'Il vous faut une invitation',
  'Ask one of its members for an invitation, then log in with {name} again.':
    'Demandez une invitation à un membre, puis reconnectez-vous avec {name}.',
  'The browser did not get a passkey. Try again, or log in another way.':
    'Le navigateur n’a pas obtenu de clé d’accès. Réessayez, ou connectez-vous autrement.',
  'Try to log in with {name}': 'Essayer la connexion avec {name}',
  'Log in at {name} as the person whom you want to try.':
    'Connectez-vous à {name} avec le compte de la personne à essayer.',
  'Nothing changes: no account is made, and nobody is logged in.':
    'Rien ne change : aucun compte n’est créé et personne n’est connecté.',
  'You then see who it is for this server, which account the person would get, and what would have changed.':
    'Vous voyez ensuite qui c’est pour ce serveur, quel compte la personne recevrait et ce qui aurait changé.',
  'This person would have been logged in.': 'Cette personne aurait été connectée.',
  'This person would not have been logged in:': 'Cette personne n’aurait pas été connectée :',
  'The server has found:': 'Le serveur a constaté :',
  'What {name} says': 'Ce que dit {name}',
  'What would have happened here': 'Ce qui se serait passé ici',
  'Nothing has been changed.': 'Rien n’a été modifié.',
  'Try again': 'Essayer de nouveau',
  'Trial of {name}': 'Essai de {name}',
  Identifier: 'Identifiant',
  Provider: 'Fournisseur',
  Account: 'Compte',
  Role: 'Rôle',
  'New name': 'Nouveau nom',
  'Joins the groups': 'Rejoint les groupes',
  'Leaves the groups': 'Quitte les groupes',
  'Profile fields': 'Champs du profil',
  'Next step': 'Étape suivante',
  none: 'aucun',
  'none that is confirmed': 'aucune confirmée',
  empty: 'vide',
  'the second factor of this account': 'le second facteur de ce compte',
  'the account of {name} ({email}), which belongs to this person since an earlier log-in':
    'le compte de {name} ({email}), qui appartient à cette personne depuis une connexion précédente',
  'the account of {name} ({email}), which has the confirmed address':
    'le compte de {name} ({email}), qui a l’adresse confirmée',
  'a new account for {name} ({email})': 'un nouveau compte pour {name} ({email})',
  'The provider gives the only owner another role. The owner stays owner.':
    'Le fournisseur donne un autre rôle au seul propriétaire. Le propriétaire le reste.',
  'The provider does not say which groups the person has. Roles and groups stay as they are.':
    'Le fournisseur ne dit pas quels groupes a la personne. Les rôles et les groupes restent tels quels.',
  'There is no group {name} here.': 'Il n’y a pas de groupe {name} ici.',
  'There is no profile field {name} here, or it does not take this value.':
    'Il n’y a pas de champ de profil {name} ici, ou il n’accepte pas cette valeur.',
  'Log in to the app': 'Se connecter à l’application',
  'An app on this device wants to log in as {name} ({email}). Continue only if you started this in the app.':
    'Une application sur cet appareil veut se connecter en tant que {name} ({email}). Continuez seulement si vous l’avez demandé dans l’application.',
  'Your browser opens. Log in there, and copy the token that it shows.':
    'Votre navigateur s’ouvre. Connectez-vous-y, puis copiez le jeton qu’il affiche.',
  'Open the browser again': 'Rouvrir le navigateur',
  Token: 'Jeton',
  'The browser shows it once you are logged in.': 'Le navigateur l’affiche une fois que vous êtes connecté.',
  'This is not the token for this app. Copy it again.':
    'Ce n’est pas le jeton de cette application. Copiez-le de nouveau.',
  'Finish in the app': 'Terminer dans l’application',
  'Copy this token, go back to the app, and paste it there. It works once, and for a minute.':
    'Copiez ce jeton, revenez à l’application et collez-le. Il fonctionne une fois, pendant une minute.',
  Copy: 'Copier',
  'Copied. Go back to the app.': 'Copié. Revenez à l’application.',
  'Go on in the browser instead': 'Continuer plutôt dans le navigateur',
  'This log-in has ended': 'Cette connexion est terminée',
  'It works once, and for a minute. Begin again in the app.':
    'Elle fonctionne une fois, pendant une minute. Recommencez dans l’application.',
  'Second step': 'Deuxième étape',
  'Logging in as {email}.': 'Connexion en tant que {email}.',
  Code: 'Code',
  'The six digits that your authenticator app shows, or one of your recovery codes.':
    'Les six chiffres de votre application d’authentification, ou l’un de vos codes de secours.',
  'One of your recovery codes, if you do not have your passkey.':
    'L’un de vos codes de secours, si vous n’avez pas votre clé d’accès.',
  'Use a passkey': 'Utiliser une clé d’accès',
  'Set up a second factor': 'Configurer un second facteur',
  'Your organization requires a second factor. Scan this code with an authenticator app, and enter the six digits that the app then shows.':
    'Votre organisation exige un second facteur. Scannez ce code avec une application d’authentification, puis saisissez les six chiffres qu’elle affiche.',
  'Without a camera, enter this secret in the app: {secret}':
    'Sans appareil photo, saisissez ce secret dans l’application : {secret}',
  'Keep your recovery codes': 'Conservez vos codes de secours',
  'Your authenticator app is set up.': 'Votre application d’authentification est configurée.',
  'Each of these codes replaces the app once. Keep them where you find them without this device. They are shown only now.':
    'Chacun de ces codes remplace une fois l’application. Conservez-les là où vous les trouverez sans cet appareil. Ils ne s’affichent que maintenant.',
  Name: 'Nom',
  Password: 'Mot de passe',
  'E-mail address': 'Adresse e-mail',
  'Other people will see this name.': 'Les autres verront ce nom.',
  'At least {count} characters; several words are easy to remember and hard to guess.':
    'Au moins {count} caractères ; plusieurs mots sont faciles à retenir et difficiles à deviner.',
  'Time zone': 'Fuseau horaire',
  'Not specified': 'Non précisé',
  'Channels to join': 'Canaux à rejoindre',
  Join: 'Rejoindre',
  '{name} invited you.': '{name} vous a invité.',
  'Log in with your account at the company. No password is needed here.':
    'Connectez-vous avec votre compte d’entreprise. Aucun mot de passe n’est nécessaire ici.',
  'You are joining {name} as {email}.': 'Vous rejoignez {name} en tant que {email}.',
  'Already have an account? {log_in}.': 'Vous avez déjà un compte ? {log_in}.',
  'We will send you a link to join.': 'Nous vous enverrons un lien pour rejoindre.',
  'Send link': 'Envoyer le lien',
  'Check your email': 'Consultez vos e-mails',
  'We have sent a link to {email}. Open it to join.':
    'Nous avons envoyé un lien à {email}. Ouvrez-le pour rejoindre.',
  'If the address has an account here, no link is sent: {log_in}, or {choose_a_new_password}.':
    'Si l’adresse a déjà un compte ici, aucun lien n’est envoyé : {log_in}, ou {choose_a_new_password}.',
  'log in': 'connectez-vous',
  'choose a new password': 'choisissez un nouveau mot de passe',
  'This link has been used': 'Ce lien a déjà été utilisé',
  'A link like this creates one account. If the account is yours, log in. If not, ask for a new invitation.':
    'Un lien comme celui-ci crée un seul compte. Si c’est le vôtre, connectez-vous. Sinon, demandez une nouvelle invitation.',
  'This invitation has been revoked': 'Cette invitation a été révoquée',
  'Somebody has taken it back. Ask the person who sent it to you for a new one.':
    'Quelqu’un l’a retirée. Demandez-en une nouvelle à la personne qui vous l’a envoyée.',
  'This link has expired': 'Ce lien a expiré',
  'Links to join are valid for a limited time. Ask the person who sent it to you for a new one.':
    'Les liens pour rejoindre sont valables un temps limité. Demandez-en un nouveau à la personne qui vous l’a envoyé.',
  'This link does not exist': 'Ce lien n’existe pas',
  'Check that you copied all of it, or ask for a new one.':
    'Vérifiez que vous l’avez copié en entier, ou demandez-en un nouveau.',
  'This link belongs to another organization': 'Ce lien appartient à une autre organisation',
  'Open it at the address that the invitation names.': 'Ouvrez-le à l’adresse indiquée dans l’invitation.',
  'This organization now requires an invitation. Ask one of its members for one.':
    'Cette organisation exige maintenant une invitation. Demandez-en une à l’un de ses membres.',
  'Choose a new password': 'Choisir un nouveau mot de passe',
  'New password': 'Nouveau mot de passe',
  'Change password': 'Changer le mot de passe',
  'For the account {email}.': 'Pour le compte {email}.',
  'We will send a link to the email address of your account.':
    'Nous enverrons un lien à l’adresse e-mail de votre compte.',
  'If {email} has an account here, we have sent a link to it.':
    'Si {email} a un compte ici, nous y avons envoyé un lien.',
  'Your password has been changed': 'Votre mot de passe a été changé',
  'All your browsers have been logged out.': 'Tous vos navigateurs ont été déconnectés.',
  'Request a new link': 'Demander un nouveau lien',
  'This link is no longer valid': 'Ce lien n’est plus valable',
  'This link has been used, or your password has changed since we sent it.':
    'Ce lien a été utilisé, ou votre mot de passe a changé depuis son envoi.',
  'This link has expired.': 'Ce lien a expiré.',
  'This link does not exist. Check that you copied all of it.':
    'Ce lien n’existe pas. Vérifiez que vous l’avez copié en entier.',
  'Use {email} for your account in {name}?': 'Utiliser {email} pour votre compte dans {name} ?',
  'Confirm email address': 'Confirmer l’adresse e-mail',
  'Confirm your new email address': 'Confirmez votre nouvelle adresse e-mail',
  'Your email address is confirmed': 'Votre adresse e-mail est confirmée',
  'Your email address is now {email}.': 'Votre adresse e-mail est maintenant {email}.',
  'This link has been used. Your email address is confirmed.':
    'Ce lien a été utilisé. Votre adresse e-mail est confirmée.',
  'This link has expired. Request the change of your email address again.':
    'Ce lien a expiré. Redemandez le changement de votre adresse e-mail.',
  'This link does not exist. Check that you copied all of it, and that we have not sent you a newer one.':
    'Ce lien n’existe pas. Vérifiez que vous l’avez copié en entier, et que nous ne vous en avons pas envoyé de plus récent.',
  Unsubscribe: 'Se désabonner',
  Unsubscribed: 'Désabonné',
  '{name} sends these emails to {email}.': '{name} envoie ces e-mails à {email}.',
  'You will no longer get these emails from {name}.': 'Vous ne recevrez plus ces e-mails de {name}.',
  'You can turn them on again in your settings, in any app.':
    'Vous pouvez les réactiver dans vos paramètres, dans n’importe quelle application.',
  'Video call': 'Appel vidéo',
  'Your Zoom account is connected': 'Votre compte Zoom est connecté',
  'You can close this window and start the call again.':
    'Vous pouvez fermer cette fenêtre et relancer l’appel.',
  'Create an organization': 'Créer une organisation',
  'Create organization': 'Créer l’organisation',
  'Name of the organization': 'Nom de l’organisation',
  Address: 'Adresse',
  'The part before .{host}: letters, digits and hyphens.':
    'La partie avant .{host} : lettres, chiffres et traits d’union.',
  'Leave it empty to use {host} itself.': 'Laissez vide pour utiliser {host} lui-même.',
  Owner: 'Propriétaire',
  '{name} is ready': '{name} est prête',
  'You are its owner.': 'Vous en êtes propriétaire.',
  'Bring your history from another product': 'Apporter votre historique depuis un autre produit',
  'Later, log in at {address}.': 'Plus tard, connectez-vous à {address}.',
  'This link has been used to create an organization.': 'Ce lien a déjà servi à créer une organisation.',
  'This link has expired. Ask the operator of the server for a new one.':
    'Ce lien a expiré. Demandez-en un nouveau à l’opérateur du serveur.',
  'No organization here yet': 'Il n’y a pas encore d’organisation ici',
  'If you look for your organization, open the address in your invitation.':
    'Si vous cherchez votre organisation, ouvrez l’adresse de votre invitation.',
  'Anybody may create one on this server.': 'Tout le monde peut en créer une sur ce serveur.',
  'If you operate this server, run this command on it. It prints a link that creates an organization, with you as its owner.':
    'Si vous exploitez ce serveur, lancez-y cette commande. Elle affiche un lien qui crée une organisation dont vous êtes propriétaire.',
  'From the source code: {command}. The link is valid for {days} days.':
    'Depuis le code source : {command}. Le lien est valable {days} jours.',
  'No organization here': 'Aucune organisation ici',
  'This organization is closed': 'Cette organisation est fermée',
  'Please log in': 'Veuillez vous connecter',
  'Not allowed': 'Non autorisé',
  'Page not found': 'Page introuvable',
  'No longer available': 'Plus disponible',
  'Too many attempts': 'Trop de tentatives',
  'Something went wrong': 'Une erreur s’est produite',
  'Not available right now': 'Indisponible pour le moment',
  'This form has expired, or your browser blocks cookies. Go back, reload the page, and submit the form again.':
    'Ce formulaire a expiré, ou votre navigateur bloque les cookies. Revenez en arrière, rechargez la page et renvoyez le formulaire.',
  'There is no organization at this address. Check the spelling.':
    'Il n’y a pas d’organisation à cette adresse. Vérifiez l’orthographe.',
  'This organization has been deactivated. The operator of this server can open it again.':
    'Cette organisation a été désactivée. L’opérateur de ce serveur peut la rouvrir.',
  'Ask an administrator of the organization, or whoever sent you the address.':
    'Demandez à un administrateur de l’organisation, ou à la personne qui vous a donné l’adresse.',
  'Too many attempts. Wait a while before you try again.':
    'Trop de tentatives. Attendez un moment avant de réessayer.',
  'The server made a mistake, which its log explains to the operator. Nothing that you did is wrong.':
    'Le serveur a commis une erreur, que son journal explique à l’opérateur. Vous n’avez rien fait de mal.',
  'Reload the page. If the mistake stays, tell the operator of this server.':
    'Rechargez la page. Si l’erreur persiste, prévenez l’opérateur de ce serveur.',
  'Log in to a program': 'Connecter un programme',
  'Log in to the program': 'Connecter le programme',
  'The eight letters that the program shows.': 'Les huit lettres que le programme affiche.',
  'There is no such code. It is valid for ten minutes, and once.':
    'Ce code n’existe pas. Un code est valable dix minutes et une seule fois.',
  'A program ({device}, from the address {address}) wants to log in as {name} ({email}). It can then do everything that you can do.':
    'Un programme ({device}, depuis l’adresse {address}) veut se connecter en tant que {name} ({email}). Il pourra alors faire tout ce que vous pouvez faire.',
  'Continue only if you have just started it yourself.':
    'Ne continuez que si vous venez de le lancer vous-même.',
  Continue: 'Continuer',
  Deny: 'Refuser',
  'The program is logged in': 'Le programme est connecté',
  'The program is not logged in': 'Le programme n’est pas connecté',
  'You can close this page.': 'Vous pouvez fermer cette page.',
}
