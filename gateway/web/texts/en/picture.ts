/** The texts of the dialog that cuts a square out of a picture, fetched with it. */
export const picture = {
  title: 'Choose a part of the picture',
  area: 'Part of the picture',
  hint: 'Drag the picture or move it with the arrow keys. Zoom with two fingers, the wheel or + and −.',
  place: (right: number, down: number, zoom: number) =>
    `${right} % from the left, ${down} % from the top, zoom ${zoom} %`,
  zoom: 'Zoom',
  preview: 'Preview',
  use: 'Use this part',
}
