import type { Text } from '../en/index.ts'
import type { picture as english } from '../en/picture.ts'
import { number } from './numbers.ts'

/** The texts of the dialog that cuts a square out of a picture, fetched with it. */
export const picture: Text<typeof english> = {
  title: 'اختيار جزء من الصورة',
  area: 'جزء من الصورة',
  hint: 'اسحب الصورة أو حرّكها بالأسهم. كبّر بإصبعين أو بالعجلة أو بـ + و−.',
  place: (right, down, zoom) =>
    `${number(right)}% من اليسار، ${number(down)}% من الأعلى، تكبير ${number(zoom)}%`,
  zoom: 'التكبير',
  preview: 'معاينة',
  use: 'استخدام هذا الجزء',
}
