/** Where the frame of the shop leads: header, menu and footer speak of the same places by the same names. */
export const mainLinks = [
  { to: '/products', label: 'Shop' },
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
] as const;
