import type { help as english } from '../en/help.ts'
import type { Text } from '../en/index.ts'

/** The texts of the help, fetched when it opens. */
export const help: Text<typeof english> = {
  formatting: 'Mise en forme',
  formattingHint: 'Écrivez comme à gauche. Les boutons sous le champ de message le font pour vous.',
  youWrite: 'Vous écrivez',
  itBecomes: 'Cela donne',
  examples: [
    ['**gras** et *italique*', 'Texte gras et italique'],
    ['~~barré~~', 'Texte barré'],
    ['`code`', 'Du code dans une ligne ; trois accents graves seuls sur leur ligne encadrent un bloc'],
    ['[Loquat](https://example.com)', 'Un lien nommé'],
    ['- un', 'Une liste ; `1.` commence une liste numérotée'],
    ['> mots', 'Une citation'],
    ['@**Nom**', 'Une mention, qui notifie ; `@_**Nom**` ne notifie pas'],
    ['#**canal>sujet**', 'Un lien vers un sujet'],
    [':tada:', 'Un émoji'],
    ['$$e = mc^2$$', 'Des mathématiques'],
    ['<time:2027-01-31T14:00>', 'Une heure dans le fuseau de chaque lecteur'],
    ['/poll Déjeuner ?', 'Un sondage ; `/todo` commence une liste de tâches'],
  ],
  topics: 'Sujets',
  topicTexts: [
    'Chaque message d’un canal a un sujet. Un sujet est une conversation ; plusieurs peuvent ainsi avancer côte à côte.',
    'Suivez un sujet pour être averti de chaque message ; mettez-le en sourdine pour ne plus rien en recevoir. Le menu d’un sujet se trouve sur chaque ligne qui le nomme.',
    'Marquez un sujet comme résolu une fois la question traitée. Tout le monde voit la coche, et écrire le rouvre.',
  ],
  number: 'Le nombre de messages non lus',
  operators: 'Opérateurs de recherche',
  operatorsHint:
    'Combinez-les avec des mots. Un moins devant un opérateur l’inverse ; les guillemets gardent les mots ensemble.',
  keys: 'Raccourcis',
  keysHint: 'Appuyez sur ? hors d’un champ pour tous les voir.',
  showKeys: 'Afficher tous les raccourcis',
  apps: 'Applications',
  appsHint: 'Ce qui fonctionne dans ce navigateur, sur téléphone, dans un terminal et pour les programmes.',
  showApps: 'Ce qui fonctionne avec quelle application',
  administration: 'Guide des administrateurs',
  about: 'À propos',
  version: (version) => `Ce serveur utilise Loquat, version ${version}.`,
}
