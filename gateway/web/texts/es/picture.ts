import type { Text } from '../en/index.ts'
import type { picture as english } from '../en/picture.ts'
import { number } from './numbers.ts'

/** The texts of the dialog that cuts a square out of a picture, fetched with it. */
export const picture: Text<typeof english> = {
  title: 'Elegir una parte de la imagen',
  area: 'Parte de la imagen',
  hint: 'Arrastra la imagen o muévela con las flechas. Amplía con dos dedos, la rueda o + y −.',
  place: (right, down, zoom) =>
    `${number(right)} % desde la izquierda, ${number(down)} % desde arriba, ampliación ${number(zoom)} %`,
  zoom: 'Ampliación',
  preview: 'Vista previa',
  use: 'Usar esta parte',
}
