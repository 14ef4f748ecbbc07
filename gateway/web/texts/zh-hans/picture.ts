import type { Text } from '../en/index.ts'
import type { picture as english } from '../en/picture.ts'
import { number } from './numbers.ts'

/** The texts of the dialog that cuts a square out of a picture, fetched with it. */
export const picture: Text<typeof english> = {
  title: '选择图片的一部分',
  area: '图片的一部分',
  hint: '拖动图片或用方向键移动。用双指、滚轮或 + 和 − 缩放。',
  place: (right, down, zoom) => `距左 ${number(right)}%，距上 ${number(down)}%，缩放 ${number(zoom)}%`,
  zoom: '缩放',
  preview: '预览',
  use: '使用这部分',
}
