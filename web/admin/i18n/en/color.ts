// Texts of the color input.
export const color = {
  pick: (label: string) => `${label}: choose a color`,
  clear: 'Clear',
  clearNamed: (label: string) => `Clear ${label}`,
  light: 'On light pages',
  dark: 'On dark pages',
  shade: 'Texts use a darker shade, so that they can be read.',
};
