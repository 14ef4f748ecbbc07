import type { help as english } from '../en/help.ts'
import type { Text } from '../en/index.ts'

/** The texts of the help, fetched when it opens. */
export const help: Text<typeof english> = {
  formatting: 'Formato',
  formattingHint:
    'Escríbelo como a la izquierda. Los botones debajo del campo del mensaje lo escriben por ti.',
  youWrite: 'Escribes',
  itBecomes: 'Se convierte en',
  examples: [
    ['**negrita** y *cursiva*', 'Texto en negrita y cursiva'],
    ['~~tachado~~', 'Texto tachado'],
    ['`código`', 'Código en una línea; tres acentos graves en líneas propias encierran un bloque'],
    ['[Loquat](https://example.com)', 'Un enlace con nombre'],
    ['- uno', 'Una lista; `1.` empieza una numerada'],
    ['> palabras', 'Una cita'],
    ['@**Nombre**', 'Una mención, que notifica; `@_**Nombre**` no notifica'],
    ['#**canal>tema**', 'Un enlace a un tema'],
    [':tada:', 'Un emoji'],
    ['$$e = mc^2$$', 'Matemáticas'],
    ['<time:2027-01-31T14:00>', 'Una hora en la zona horaria de cada lector'],
    ['/poll ¿Comemos?', 'Una encuesta; `/todo` empieza una lista de tareas'],
  ],
  topics: 'Temas',
  topicTexts: [
    'Cada mensaje de un canal tiene un tema. Un tema es una conversación, de modo que varias avanzan a la vez.',
    'Sigue un tema para enterarte de cada mensaje; siléncialo para no saber nada de él. El menú de un tema está en cada fila que lo nombra.',
    'Marca un tema como resuelto cuando la pregunta esté respondida. Todos ven la marca, y escribir lo reabre.',
  ],
  number: 'El número de mensajes no leídos',
  operators: 'Operadores de búsqueda',
  operatorsHint:
    'Combínalos con palabras. Un menos delante de un operador lo invierte; las comillas mantienen juntas las palabras.',
  keys: 'Teclas',
  keysHint: 'Pulsa ? fuera de un campo para verlas todas.',
  showKeys: 'Mostrar todas las teclas',
  apps: 'Aplicaciones',
  appsHint: 'Qué funciona en este navegador, en teléfonos, en un terminal y para programas.',
  showApps: 'Qué funciona con qué aplicación',
  administration: 'Guía para administradores',
  about: 'Acerca de',
  version: (version) => `Este servidor usa Loquat, versión ${version}.`,
}
