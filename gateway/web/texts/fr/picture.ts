import type { Text } from '../en/index.ts'
import type { picture as english } from '../en/picture.ts'
import { number } from './numbers.ts'

/** The texts of the dialog that cuts a square out of a picture, fetched with it. */
export const picture: Text<typeof english> = {
  title: 'Choisir une partie de l’image',
  area: 'Partie de l’image',
  hint: 'Faites glisser l’image ou déplacez-la avec les flèches. Zoomez avec deux doigts, la molette ou + et −.',
  place: (right, down, zoom) =>
    `${number(right)} % depuis la gauche, ${number(down)} % depuis le haut, zoom ${number(zoom)} %`,
  zoom: 'Zoom',
  preview: 'Aperçu',
  use: 'Utiliser cette partie',
}
