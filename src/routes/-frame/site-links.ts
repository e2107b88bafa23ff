/** Links of the frame, shared by header, menu and footer. */
export const mainLinks = [
  { to: '/products', label: 'Shop' },
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
] as const;
