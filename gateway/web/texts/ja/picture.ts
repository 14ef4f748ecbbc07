import type { Text } from '../en/index.ts'
import type { picture as english } from '../en/picture.ts'
import { number } from './numbers.ts'

/** The texts of the dialog that cuts a square out of a picture, fetched with it. */
export const picture: Text<typeof english> = {
  title: '画像の一部を選択',
  area: '画像の一部',
  hint: '画像をドラッグするか、矢印キーで動かします。2 本の指、ホイール、+ と − で拡大・縮小できます。',
  place: (right, down, zoom) => `左から ${number(right)}%、上から ${number(down)}%、拡大 ${number(zoom)}%`,
  zoom: '拡大',
  preview: 'プレビュー',
  use: 'この部分を使う',
}
