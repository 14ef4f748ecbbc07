import type { picture as english } from '../en/picture.ts'

/** Die Texte des Dialogs, der ein Quadrat aus einem Bild schneidet. */
export const picture: typeof english = {
  title: 'Bildausschnitt wählen',
  area: 'Bildausschnitt',
  hint: 'Zieh das Bild oder beweg es mit den Pfeiltasten. Zoome mit zwei Fingern, dem Mausrad oder + und −.',
  place: (right, down, zoom) => `${right} % von links, ${down} % von oben, Zoom ${zoom} %`,
  zoom: 'Zoom',
  preview: 'Vorschau',
  use: 'Ausschnitt verwenden',
}
