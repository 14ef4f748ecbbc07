import type { Text } from '../en/index.ts'
import type { logInProviders as english } from '../en/log-in-providers.ts'
import { number, plural } from './numbers.ts'

/** The texts of the page about the organization's providers of log-ins, fetched with it. */
export const logInProviders: Text<typeof english> = {
  hint: 'On se connecte avec les comptes que l’on a dans votre entreprise ou ailleurs. La page de connexion a un bouton pour chaque fournisseur activé.',
  passwords: 'Les mots de passe et seconds facteurs se trouvent sur la page',
  none: 'Aucun fournisseur',
  noneHint: 'Ajoutez-en un désactivé, testez-le, puis activez-le.',
  list: 'Fournisseurs',
  failed: 'Impossible de charger les fournisseurs.',
  offered: (name) => `On peut se connecter avec ${name}`,
  on: 'Activé',
  test: 'Tester',
  tryLogIn: 'Essayer une connexion',
  ofOperator: 'Configurés par l’exploitant de ce serveur',
  testing: 'Le serveur interroge le fournisseur…',
  good: 'Cela fonctionne',
  bad: 'Cela ne fonctionne pas',
  quoted: (label) => `« ${label} »`,
  compare: 'Qui est parti ?',
  goneCount: (gone, accounts) =>
    gone === 0
      ? plural(accounts, {
          one: 'Personne : le seul compte lié est dans l’annuaire.',
          other: 'Personne : les # comptes liés sont tous dans l’annuaire.',
        })
      : plural(gone, {
          one: `# compte lié sur ${number(accounts)} n’est plus dans l’annuaire.`,
          other: `# comptes liés sur ${number(accounts)} ne sont plus dans l’annuaire.`,
        }),
  tooManyGone: 'C’est plus d’un dixième : la tâche horaire ne désactive donc personne.',
  deactivateQuestion: (n) => plural(n, { one: 'Désactiver # compte ?', other: 'Désactiver # comptes ?' }),
  deactivateAction: 'Désactiver',
  deactivateWarning:
    'Ces personnes ne pourront plus se connecter ; leurs sessions, clés et bots prennent fin.',
  deactivated: (n) => `Comptes désactivés : ${number(n)}`,
  edit: 'Modifier',
  editWhat: (name) => `Modifier ${name}`,
  removeWarning: 'On ne pourra plus se connecter avec lui. Chacun garde son compte et ses sessions.',
  returnAddress: 'Enregistrez cette adresse chez le fournisseur',
  entityId: 'Entity ID de ce serveur, avec ses métadonnées',
  add: 'Ajouter un fournisseur',
  chooseProvider: 'Quel est le fournisseur ?',
  otherProvider: 'Un autre',
  copyAddress: 'Copier l’adresse',
  addressCopied: 'L’adresse est copiée.',
  enterAddressAs: 'Entrez-y cette adresse de retour, dans',
  enterIds: 'Entrez ensuite ici ce que le fournisseur affiche :',
  more: 'Autres réglages',
  registerAt: (provider) => `Enregistrez ce serveur chez ${provider}, comme application web :`,
  presetNotes: {
    google:
      'Tout le monde peut avoir un compte Google. Indiquez les domaines de votre entreprise, ou exigez des invitations.',
    entra:
      'Microsoft Entra ID ne dit pas quelles adresses sont confirmées. Ce formulaire les considère toutes comme confirmées, car seuls vos administrateurs les définissent.',
    github:
      'Tout le monde peut avoir un compte GitHub. Indiquez votre organisation chez GitHub, ou exigez des invitations.',
    keycloak: 'Activez-y « Email verified » pour les personnes dont vous avez confirmé les adresses.',
    okta: 'Attribuez-y l’application aux personnes.',
  },
  addAction: 'Ajouter, désactivé',
  save: 'Enregistrer',
  kind: 'Type',
  kinds: {
    openid: 'OpenID Connect',
    saml: 'SAML 2',
    jwt: 'Votre propre portail (JWT)',
    ldap: 'LDAP, Active Directory',
    github: 'GitHub',
  },
  directories: {
    title: 'Annuaires qui gèrent les comptes (SCIM)',
    hint: 'Microsoft Entra ID, Okta et d’autres créent, modifient et désactivent ici des comptes et des groupes, au moyen d’un jeton. Créez-en un par annuaire.',
    address: 'Saisissez cette adresse dans l’annuaire',
    list: 'Jetons',
    name: 'Nom de l’annuaire, par exemple Entra',
    make: 'Créer un jeton',
    once: 'Copiez le jeton maintenant. Il ne sera plus affiché.',
    copy: 'Copier',
    copied: 'Le jeton est copié.',
    times: (made, used) =>
      `Créé ${made} · ${used === undefined ? 'jamais utilisé' : `dernière utilisation ${used}`}`,
    revokeWarning: 'L’annuaire ne pourra plus rien changer. Comptes et groupes restent tels quels.',
  },
  kept: 'Laissez vide pour garder le secret.',
  oneALine: 'Un par ligne.',
  fields: {
    name: ['Nom dans les adresses', 'Minuscules, chiffres et traits d’union. Il ne change jamais.'],
    tenant: ['ID de l’annuaire (locataire)', 'Il figure dans la vue d’ensemble de l’application.'],
    host: ['Hôte', 'Le nom du serveur dans son adresse, par exemple login.example.com.'],
    keycloak_realm: ['Realm chez Keycloak', 'Son nom dans les adresses.'],
    slug: ['Slug de l’application', 'Tel que dans son adresse.'],
    display_name: ['Nom sur le bouton', ''],
    issuer: ['Émetteur', 'Exactement comme le fournisseur l’écrit, par exemple https://accounts.google.com.'],
    jwt_issuer: ['Émetteur', 'Le claim iss de ses jetons.'],
    client_id: ['Identifiant client', 'Le fournisseur le donne quand vous enregistrez ce serveur.'],
    client_secret: ['Secret client', ''],
    scopes: ['Portées', ''],
    shares_log_outs: [
      'Partager les déconnexions',
      'Une déconnexion ici termine la session chez le fournisseur, et inversement toutes les sessions ici. Enregistrez-y les adresses qui finissent par /login et /log-out.',
    ],
    assumes_verified_email: [
      'Les adresses sont considérées comme confirmées',
      'Seulement si personne d’autre que vos administrateurs ne définit les adresses chez le fournisseur, comme dans Microsoft Entra ID.',
    ],
    address: ['Adresse de GitHub', 'Ou de votre GitHub Enterprise Server.'],
    github_organization: [
      'Organisation GitHub',
      'Seuls ses membres peuvent entrer. Vide pour tous ceux qui ont un compte GitHub.',
    ],
    portal: ['Adresse du portail', 'Les navigateurs y vont pour se connecter.'],
    public_key: ['Clé publique du portail', 'En PEM. Ou saisissez plutôt un secret partagé.'],
    secret: ['Secret partagé', 'Au moins 32 caractères.'],
    metadata: ['Métadonnées du fournisseur', 'Le XML qu’il propose en téléchargement.'],
    email_attribute: ['Attribut de l’adresse e-mail', 'Vide pour les noms habituels.'],
    name_attribute: ['Attribut du nom complet', 'Vide pour les noms habituels.'],
    subject_attribute: ['Attribut qui identifie durablement une personne', 'Vide pour le NameID.'],
    url: [
      'Adresse de l’annuaire',
      'Par exemple ldaps://ldap.example.com. Avec ldap://, les mots de passe exigent StartTLS, sauf sur cette machine.',
    ],
    starttls: ['Chiffrer avec StartTLS', 'Pour les adresses en ldap://.'],
    base_dn: ['Où trouver les personnes', 'Par exemple ou=people,dc=example,dc=com.'],
    people_filter: [
      'Filtre des personnes',
      'Il retient toutes les personnes, et aucune qui soit partie. Pour Active Directory : (&(objectCategory=person)(objectClass=user)(!(userAccountControl:1.2.840.113556.1.4.803:=2))).',
    ],
    login_attributes: ['Attributs du nom que l’on saisit', ''],
    bind_dn: [
      'Compte qui effectue la recherche',
      'Par exemple cn=loquat,ou=services,dc=example,dc=com. Le droit de lecture suffit.',
    ],
    bind_password: ['Mot de passe de ce compte', ''],
    bind_as: [
      'Se connecter sans recherche, en tant que',
      'Par exemple uid={login},ou=people,dc=example,dc=com, ou {login}@example.com pour Active Directory.',
    ],
    id_attribute: [
      'Attribut qui identifie une personne',
      'Vide pour entryUUID, objectGUID, nsUniqueId ou ipaUniqueID. Il ne change jamais.',
    ],
    photo_attribute: ['Attribut de la photo', 'Vide pour thumbnailPhoto ou jpegPhoto.'],
    group_base_dn: [
      'Où trouver les groupes',
      'Seulement pour les annuaires dont les personnes n’ont pas memberOf.',
    ],
    synchronizes: [
      'Interroger l’annuaire toutes les heures',
      'Il définit les noms, photos, rôles, groupes et champs de profil, comme l’indiquent les champs ci-dessous.',
    ],
    deactivates_gone: [
      'Désactiver les personnes parties',
      'Toutes les heures, et jamais plus d’un dixième des comptes à la fois.',
    ],
    saml_certificate: ['Certificat en PEM', 'Pour les assertions chiffrées.'],
    ldap_certificate: [
      'Certificat en PEM',
      'Celui de votre propre autorité. Vide pour les autorités publiques.',
    ],
    private_key: ['Clé privée du certificat', 'En PEM. Elle est chiffrée, et n’est plus affichée.'],
    new_accounts: ['Qui obtient un compte à la première connexion', ''],
    existing_accounts: [
      'Quel compte existant une personne reçoit',
      'À la première connexion. Ensuite, la personne chez le fournisseur décide, quelle que soit l’adresse.',
    ],
    domains: ['Domaines de votre entreprise', ''],
    required_for_domains: [
      'Obligatoire pour les adresses de ces domaines',
      'Ces personnes ne peuvent pas utiliser de mot de passe.',
    ],
    required_role: ['Obligatoire par rôle', 'Ces personnes ne peuvent pas utiliser de mot de passe.'],
    is_second_factor: ['Il vérifie deux facteurs', 'Aucun autre facteur n’est alors demandé.'],
    session_hours: [
      'Heures jusqu’à la prochaine connexion chez lui',
      'Les sessions commencées ainsi finissent après ce nombre d’heures : qui n’est plus chez le fournisseur est bientôt déconnecté ici. 0 : aussi longtemps que le dit l’organisation.',
    ],
    ends_keys: [
      'Les clés d’API des applications finissent aussi',
      'Après le même nombre d’heures, et quand le fournisseur met fin aux sessions. Il faut alors se reconnecter dans chaque application. Les robots gardent leurs clés.',
    ],
    groups_attribute: [
      'Revendication ou attribut des groupes',
      'Vide pour les noms habituels. Un point entre dans un objet, comme dans realm_access.roles.',
    ],
    roles: [
      'Rôles par groupe',
      'Par exemple « chat-admins = administrator ». Le rôle le plus élevé compte ; * désigne tout le monde. Le dernier propriétaire le reste.',
    ],
    groups: ['Groupes par groupe', 'Par exemple « developers = ingénierie », avec le nom d’un groupe d’ici.'],
    profile_fields: [
      'Champs de profil',
      'Par exemple « department = Équipe », avec le nom d’un champ de profil d’ici.',
    ],
    updates_names: ['Les noms viennent du fournisseur', 'Chaque connexion redéfinit le nom.'],
    icon: ['Image sur le bouton', 'Un chemin de ce serveur, ou une adresse https.'],
  },
  existingAccounts: {
    address: 'Celui qui a l’adresse confirmée',
    domains: 'Celui qui a l’adresse confirmée, si elle est de ces domaines',
    nobody: 'Aucun : seules les personnes avec un nouveau compte se connectent',
  },
  newAccounts: {
    rules: 'Tous ceux qui peuvent rejoindre selon les règles de l’organisation',
    domains: 'Les personnes de ces domaines, les autres sur invitation',
    invited: 'Les personnes invitées',
    nobody: 'Personne',
  },
  roles: {
    0: 'Personne',
    100: 'Propriétaires',
    200: 'Administrateurs et propriétaires',
    300: 'Modérateurs et au-dessus',
    400: 'Membres et au-dessus',
    600: 'Tout le monde, invités compris',
  },
}
